package io.sidetone.transport.http.control;

import io.sidetone.core.facts.PartyAddress;
import io.sidetone.transport.capture.CaptureStatus;
import io.sidetone.transport.capture.CaptureWish;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Json;
import io.sidetone.transport.http.Problem;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.http.Route;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * {@code /api/captures}: POST waits for the next call or the next refusal and captures it, GET lists, DELETE of one ends it.
 */
public final class WaitingCaptureRoutes {
    private static final String PATH = "/api/captures";
    private static final String ONE = PATH + "/{id}";
    private static final Set<String> FIELDS = Set.of("next", "from", "to");
    private static final int CREATED = 201;
    private static final int BAD_REQUEST = 400;
    private static final int UNKNOWN = 404;

    private WaitingCaptureRoutes() {}

    /** Returns the routes. */
    public static List<Route> of(CaptureRoutes.Captor captor) {
        return List.of(
                new Route("POST", PATH, false, request -> start(captor, request)),
                Route.of("GET", PATH, request -> Answer.json(200, Json.bytes(Map.of("captures", captor.all())))),
                Route.of("GET", ONE, request -> answer(find(captor, request))),
                new Route("DELETE", ONE, false, request -> captor.stop(request.parameter("id"))
                        .thenApply(WaitingCaptureRoutes::answer)),
                Route.of("GET", ONE + "/file", request -> find(captor, request)
                        .map(entry -> CaptureRoutes.file(request, entry, captor.disk()))
                        .orElseGet(WaitingCaptureRoutes::unknown)));
    }

    private static Optional<CaptureStatus> find(CaptureRoutes.Captor captor, Request request) {
        return captor.all().stream()
                .filter(each -> each.captureId().equals(request.parameter("id")))
                .findFirst();
    }

    private static CompletionStage<Answer> start(CaptureRoutes.Captor captor, Request request) {
        if (!captor.allowed()) {
            return CompletableFuture.completedFuture(CaptureRoutes.off());
        }
        try {
            return captor.start(wish(request))
                    .thenApply(entry ->
                            Answer.json(CREATED, Json.bytes(entry)).with("Location", PATH + "/" + entry.captureId()))
                    .exceptionally(CaptureRoutes::refused);
        } catch (BadCommandException bad) {
            return CompletableFuture.completedFuture(Problem.of(bad.status(), bad.getMessage()));
        }
    }

    private static CaptureWish wish(Request request) throws BadCommandException {
        CommandBody body = CommandBody.of(request.body(), request.contentType()).only(FIELDS);
        String next = body.text("next", null);
        String from = party(body, "from");
        String to = party(body, "to");
        boolean refused = next.equals("refused");
        if (!refused && !next.equals("call") || refused && !(from + to).isEmpty()) {
            throw new BadCommandException(
                    BAD_REQUEST,
                    "next: '" + CommandBody.shown(next)
                            + "' is not \"call\", with or without from and to, or \"refused\""
                            + " without them; give one of these");
        }
        return new CaptureWish(refused ? CaptureWish.Next.REFUSED : CaptureWish.Next.CALL, from, to);
    }

    private static String party(CommandBody body, String name) throws BadCommandException {
        String party = body.text(name, "");
        if (!party.isEmpty() && PartyAddress.of(party).nobody()) {
            throw new BadCommandException(
                    BAD_REQUEST,
                    name + ": '" + CommandBody.shown(party) + "' names nobody; give a number such as +49301234567, or a"
                            + " user of SIP");
        }
        return party;
    }

    private static Answer answer(Optional<CaptureStatus> entry) {
        return entry.map(found -> Answer.json(200, Json.bytes(found))).orElseGet(WaitingCaptureRoutes::unknown);
    }

    private static Answer unknown() {
        return Problem.of(UNKNOWN, "there is no capture of that id; GET /api/captures lists those that are known");
    }
}
