package io.sidetone.transport.http.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.sidetone.transport.capture.CaptureRefusedException;
import io.sidetone.transport.capture.CaptureStatus;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Json;
import io.sidetone.transport.http.Problem;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.http.Route;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** {@code /api/calls/{id}/capture}: POST begins to capture the packets of a call, GET says how far it is, DELETE ends it. */
public final class CaptureRoutes {
    private static final String PATH = "/api/calls/{id}/capture";
    private static final int CREATED = 201;
    private static final int FORBIDDEN = 403;
    private static final int UNKNOWN = 404;
    private static final int CONFLICT = 409;
    private static final int NO_STORAGE = 507;

    private CaptureRoutes() {}

    /** Captures calls. Any thread; never waits. */
    public interface Captor {
        /** Returns whether the configuration allows captures. */
        boolean allowed();

        /** Returns whether there is a live call of that id. */
        boolean live(String callId);

        /** Returns whether packets of that live call are seen here: those of SIP are. */
        boolean seen(String callId);

        /** Begins; completes with {@link CaptureRefusedException} where it cannot. */
        CompletionStage<CaptureStatus> start(String callId);

        /** Returns the last capture of the call. */
        Optional<CaptureStatus> status(String callId);

        /** Ends; completes with the capture, or nothing where there was none. */
        CompletionStage<Optional<CaptureStatus>> stop(String callId);
    }

    private record Capture(
            String callId,
            String state,
            String file,
            Instant startedAt,
            long packets,
            long bytes,
            @JsonInclude(Include.NON_EMPTY) String problem) {
        static Capture of(String callId, CaptureStatus status) {
            return new Capture(
                    callId,
                    status.state().name().toLowerCase(Locale.ROOT),
                    status.file(),
                    status.startedAt(),
                    status.packets(),
                    status.bytes(),
                    status.problem());
        }
    }

    /** Returns the routes. */
    public static List<Route> of(Captor captor) {
        return List.of(
                new Route("POST", PATH, false, request -> start(captor, request)),
                Route.of("GET", PATH, request -> answer(id(request), captor.status(id(request)))),
                new Route("DELETE", PATH, false, request -> captor.stop(id(request))
                        .thenApply(status -> answer(id(request), status))));
    }

    private static String id(Request request) {
        return request.parameter("id");
    }

    private static CompletionStage<Answer> start(Captor captor, Request request) {
        String id = id(request);
        Answer problem = problem(captor, id);
        if (problem != null) {
            return CompletableFuture.completedFuture(problem);
        }
        return captor.start(id)
                .thenApply(status -> Answer.json(CREATED, Json.bytes(Capture.of(id, status))))
                .exceptionally(CaptureRoutes::refused);
    }

    private static Answer problem(Captor captor, String id) {
        if (!captor.allowed()) {
            return Problem.of(
                    FORBIDDEN,
                    "captures are off; name a folder for them in capture.dir of the configuration, and restart");
        }
        if (!captor.live(id)) {
            return Problem.of(UNKNOWN, "there is no call of that id that lives; GET /api/calls lists those that do");
        }
        return captor.seen(id)
                ? null
                : Problem.of(
                        CONFLICT, "this call has no packets of SIP and RTP here; only calls by SIP can be captured");
    }

    private static Answer refused(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof CaptureRefusedException refused) {
            return Problem.of(refused.disk() ? NO_STORAGE : CONFLICT, refused.getMessage());
        }
        throw new CompletionException(cause);
    }

    private static Answer answer(String id, Optional<CaptureStatus> status) {
        return status.map(found -> Answer.json(200, Json.bytes(Capture.of(id, found))))
                .orElseGet(() -> Problem.of(UNKNOWN, "no capture of that call is known; POST begins one"));
    }
}
