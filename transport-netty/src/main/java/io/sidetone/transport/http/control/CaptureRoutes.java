package io.sidetone.transport.http.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.sidetone.transport.capture.CaptureRefusedException;
import io.sidetone.transport.capture.CaptureStatus;
import io.sidetone.transport.capture.CaptureWish;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.FileBody;
import io.sidetone.transport.http.Json;
import io.sidetone.transport.http.Problem;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.http.Route;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * {@code /api/calls/{id}/capture}: POST begins to capture the packets of a call, GET says how far it is, DELETE ends it, GET of its
 * {@code file} hands it out.
 */
public final class CaptureRoutes {
    private static final String PATH = "/api/calls/{id}/capture";
    private static final int CREATED = 201;
    private static final int FORBIDDEN = 403;
    private static final int UNKNOWN = 404;
    private static final int CONFLICT = 409;
    private static final int NO_STORAGE = 507;
    private static final String TYPE = "application/vnd.tcpdump.pcap";

    private CaptureRoutes() {}

    /** Captures calls, those that live and those that come. Any thread; never waits. */
    public interface Captor {
        /** Returns whether the configuration allows captures. */
        boolean allowed();

        /** Returns whether there is a live call of that id. */
        boolean live(String callId);

        /** Returns whether packets of that live call are seen here: those of SIP are. */
        boolean seen(String callId);

        /** Begins; completes with {@link CaptureRefusedException} where it cannot. */
        CompletionStage<CaptureStatus> start(String callId);

        /** Waits; completes with {@link CaptureRefusedException} where too many do. */
        CompletionStage<CaptureStatus> start(CaptureWish wish);

        /** Returns all that are known, the newest first. */
        List<CaptureStatus> all();

        /** Ends one; completes with what it has become, or nothing where there is none. */
        CompletionStage<Optional<CaptureStatus>> stop(String captureId);

        /** Returns whose threads read files. */
        Executor disk();
    }

    private record Capture(
            String callId,
            CaptureStatus.State state,
            String file,
            Instant startedAt,
            long packets,
            long bytes,
            @JsonInclude(Include.NON_EMPTY) String problem) {
        static Capture of(String callId, CaptureStatus status) {
            return new Capture(
                    callId,
                    status.state(),
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
                Route.of("GET", PATH, request -> answer(request, last(captor, request))),
                new Route("DELETE", PATH, false, request -> stop(captor, request)),
                Route.of("GET", PATH + "/file", request -> last(captor, request)
                        .map(status -> file(request, status, captor.disk()))
                        .orElseGet(CaptureRoutes::unknown)));
    }

    private static Optional<CaptureStatus> last(Captor captor, Request request) {
        return captor.all().stream()
                .filter(each -> each.callId().equals(id(request)))
                .findFirst();
    }

    private static CompletionStage<Answer> stop(Captor captor, Request request) {
        return last(captor, request)
                .map(status -> captor.stop(status.captureId()))
                .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()))
                .thenApply(status -> answer(request, status));
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
            return off();
        }
        if (!captor.live(id)) {
            return Problem.of(UNKNOWN, "there is no call of that id that lives; GET /api/calls lists those that do");
        }
        return captor.seen(id)
                ? null
                : Problem.of(
                        CONFLICT, "this call has no packets of SIP and RTP here; only calls by SIP can be captured");
    }

    private static Answer answer(Request request, Optional<CaptureStatus> status) {
        return status.map(found -> Answer.json(200, Json.bytes(Capture.of(id(request), found))))
                .orElseGet(CaptureRoutes::unknown);
    }

    private static Answer unknown() {
        return Problem.of(UNKNOWN, "no capture of that call is known; POST begins one");
    }

    static Answer off() {
        return Problem.of(
                FORBIDDEN, "captures are off; name a folder for them in capture.dir of the configuration, and restart");
    }

    /** Returns why a capture could not begin. */
    static Answer refused(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof CaptureRefusedException refused) {
            return Problem.of(refused.disk() ? NO_STORAGE : CONFLICT, refused.getMessage());
        }
        throw new CompletionException(cause);
    }

    /** Returns the file of a capture as far as it is whole; {@code disk} reads it. */
    static Answer file(Request request, CaptureStatus status, Executor disk) {
        if (!request.confidential()) {
            return Problem.of(
                    FORBIDDEN, "a capture holds what was said; it is handed out over TLS or loopback only, use https");
        }
        if (status.file().isEmpty()) {
            return Problem.of(
                    CONFLICT,
                    "this capture is " + status.state()
                            + " and has no file; there is one once what it waits for has come");
        }
        Path file = Path.of(status.file());
        return Answer.stream(TYPE, new FileBody(file, 0, status.bytes(), disk))
                .with("Content-Disposition", "attachment; filename=\"" + file.getFileName() + '"');
    }
}
