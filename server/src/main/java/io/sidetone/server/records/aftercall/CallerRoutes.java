package io.sidetone.server.records.aftercall;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.server.records.store.record.CallerMatch;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Problem;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.http.Route;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** {@code DELETE /api/callers/{number}}: erases what is kept of a caller. */
final class CallerRoutes {
    private static final int BAD_REQUEST = 400;
    private static final int UNAVAILABLE = 503;
    private static final int LONGEST = 512;
    private static final ObjectMapper JSON = new ObjectMapper();

    private CallerRoutes() {}

    static List<Route> of(CallerErasure erasure) {
        return List.of(new Route("DELETE", "/api/callers/{number}", false, request -> erase(erasure, request)));
    }

    private static CompletionStage<Answer> erase(CallerErasure erasure, Request request) {
        String text = request.parameter("number").strip();
        CallerMatch who = CallerMatch.of(text);
        if (text.length() > LONGEST || who.nobody()) {
            return CompletableFuture.completedFuture(Problem.of(
                    BAD_REQUEST,
                    "number: names no caller; give a number such as %2B4930123456, or the URI of a call such as"
                            + " sip:alice@example.com, percent-encoded"));
        }
        return erasure.erase(who).thenApply(CallerRoutes::answer).exceptionally(CallerRoutes::failed);
    }

    private static Answer answer(ErasureResult erased) {
        try {
            return Answer.json(200, JSON.writeValueAsBytes(erased));
        } catch (JsonProcessingException e) {
            throw new CompletionException(e);
        }
    }

    private static Answer failed(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return Problem.of(
                UNAVAILABLE,
                "nothing was erased: the call store takes nothing now (" + cause + "); ask again when /readyz is 200");
    }
}
