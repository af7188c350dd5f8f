package io.sidetone.transport.http.control;

import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Json;
import io.sidetone.transport.http.Problem;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.http.Route;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code POST /api/calls}. */
public final class PlaceRoute {
    private static final String PATH = "/api/calls";
    private static final Set<String> FIELDS = Set.of("to", "agent", "trunk", "from", "headers", "variables", "retry");
    private static final Set<String> RETRY_FIELDS = Set.of("times", "afterSeconds");
    private static final int MOST_FIELDS = 32;
    private static final int MOST_RETRIES = 5;
    private static final int SHORTEST_RETRY_S = 1;
    private static final int USUAL_RETRY_S = 60;
    private static final int LONGEST_RETRY_S = 86_400;

    private PlaceRoute() {}

    /** The answer to a call that is on its way. */
    private record Placed(String callId) {}

    /** Returns the route; {@code placer} places the calls. */
    public static Route of(CallPlacer placer) {
        return new Route("POST", PATH, false, request -> run(placer, request));
    }

    private static CompletionStage<Answer> run(CallPlacer placer, Request request) {
        try {
            CommandBody body =
                    CommandBody.of(request.body(), request.contentType()).only(FIELDS);
            CommandBody retry = body.inner("retry").only(RETRY_FIELDS);
            PlaceCall call = new PlaceCall(
                    body.text("to", null),
                    body.text("agent", null),
                    body.text("trunk", ""),
                    body.text("from", ""),
                    texts(body, "headers"),
                    texts(body, "variables"),
                    retry.number("times", 0, 0, MOST_RETRIES),
                    retry.number("afterSeconds", USUAL_RETRY_S, SHORTEST_RETRY_S, LONGEST_RETRY_S));
            return placer.place(call).thenApply(PlaceRoute::answer);
        } catch (BadCommandException bad) {
            return CompletableFuture.completedFuture(Problem.of(bad.status(), bad.getMessage()));
        }
    }

    private static Map<String, String> texts(CommandBody body, String name) throws BadCommandException {
        CommandBody inner = body.inner(name);
        if (inner.fields().size() > MOST_FIELDS) {
            throw new BadCommandException(
                    400,
                    name + ": has " + inner.fields().size() + " fields, more than " + MOST_FIELDS + "; send fewer");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (String field : inner.fields().keySet()) {
            texts.put(field, inner.text(field, null));
        }
        return texts;
    }

    private static Answer answer(PlaceOutcome outcome) {
        int status = outcome.kind().status();
        if (outcome.kind() == PlaceOutcome.Kind.PLACED) {
            return Answer.json(status, Json.bytes(new Placed(outcome.callId())))
                    .with("Location", PATH + "/" + outcome.callId());
        }
        Answer problem = Problem.of(status, outcome.detail());
        return outcome.retryAfterS() == 0
                ? problem
                : problem.with("Retry-After", Integer.toString(outcome.retryAfterS()));
    }
}
