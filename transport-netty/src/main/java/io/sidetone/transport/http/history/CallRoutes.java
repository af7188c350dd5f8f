package io.sidetone.transport.http.history;

import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Json;
import io.sidetone.transport.http.Problem;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.http.call.CallView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** Routes of calls, live and kept: the list, a call, its files, and its end. */
public final class CallRoutes {
    /** Most calls of an answer in JSON. */
    public static final int MOST = 1_000;

    private static final int USUAL = 50;
    private static final String CALL_ID = "[0-9A-Za-z]{1,64}";
    private static final int ACCEPTED = 202;
    private static final int BAD_REQUEST = 400;
    private static final int UNKNOWN = 404;
    private static final int BUSY = 503;

    private final CallDirectory calls;

    private CallRoutes(CallDirectory calls) {
        this.calls = calls;
    }

    /**
     * Answer to {@code GET /api/calls} without a filter.
     *
     * @param calls those that go on, the oldest first
     */
    public record LiveCalls(List<CallView> calls) {}

    /**
     * Answer to {@code DELETE /api/calls/ID}.
     *
     * @param callId of the call that is being ended
     */
    public record Accepted(String callId) {}

    /** Returns the routes. */
    public static List<Route> of(CallDirectory calls) {
        CallRoutes routes = new CallRoutes(calls);
        List<Route> all = new ArrayList<>();
        all.add(Route.of("DELETE", "/api/calls/{id}", routes::hangUp));
        all.add(new Route("GET", "/api/calls", false, routes::list));
        all.add(new Route("GET", "/api/calls/{id}", false, request -> routes.document(request, false)));
        all.add(new Route("GET", "/api/calls/{id}/timeline", false, request -> routes.document(request, true)));
        for (CallDirectory.Kind kind : CallDirectory.Kind.values()) {
            all.add(new Route("GET", "/api/calls/{id}/" + kind.path(), false, request -> routes.file(request, kind)));
        }
        return all;
    }

    private CompletionStage<Answer> list(Request request) {
        Map<String, List<String>> parameters = request.query();
        EntryFormat format = EntryFormat.accepted(request.header("Accept"));
        if (parameters.isEmpty() && format == null) {
            return CompletableFuture.completedFuture(Answer.json(200, Json.bytes(new LiveCalls(calls.calls()))));
        }
        try {
            CallQuery query = CallQuery.of(parameters);
            CallCursor after = parameters.containsKey("cursor")
                    ? CallCursor.of(parameters.get("cursor").get(0), query)
                    : null;
            int limit = limit(parameters, format == null ? USUAL : Integer.MAX_VALUE);
            return format == null
                    ? page(query, after, limit, request.confidential())
                    : CompletableFuture.completedFuture(
                            EntryStream.answer(calls, query, after, limit, format, request.confidential()));
        } catch (BadQueryException wrong) {
            return CompletableFuture.completedFuture(Problem.of(BAD_REQUEST, wrong.getMessage()));
        }
    }

    private static int limit(Map<String, List<String>> parameters, int otherwise) throws BadQueryException {
        String value = parameters.getOrDefault("limit", List.of("")).get(0);
        if (value.isEmpty()) {
            return otherwise;
        }
        int limit = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : 0;
        if (limit < 1 || otherwise == USUAL && limit > MOST) {
            throw new BadQueryException("limit: give 1 to " + MOST
                    + "; more calls come with Accept: text/csv or application/x-ndjson, or behind the cursor next");
        }
        return limit;
    }

    private CompletionStage<Answer> page(CallQuery query, CallCursor after, int limit, boolean confidential) {
        return answered(() -> calls.find(query, after, limit)
                .thenApply(page -> Answer.json(200, Json.bytes(confidential ? page : page.withoutInterruptions()))));
    }

    private CompletionStage<Answer> document(Request request, boolean timelineOnly) {
        String id = request.parameter("id");
        if (!id.matches(CALL_ID)) {
            return CompletableFuture.completedFuture(unknown(id));
        }
        return answered(() -> calls.document(id, request.confidential()).thenApply(found -> found.map(
                        json -> Answer.json(200, timelineOnly ? KeptDocument.timeline(json) : json))
                .orElseGet(() -> unknown(id))));
    }

    private CompletionStage<Answer> file(Request request, CallDirectory.Kind kind) {
        String id = request.parameter("id");
        if (!id.matches(CALL_ID)) {
            return CompletableFuture.completedFuture(unknown(id));
        }
        return answered(() -> calls.file(id, kind).thenApply(found -> found.map(
                        file -> FileAnswer.of(file, kind.contentType(), request.header("Range"), calls.reader()))
                .orElseGet(() -> Problem.of(
                        UNKNOWN,
                        "call " + id + " has no " + kind.path() + " here; GET /api/calls/" + id
                                + " says what is kept of it, and where"))));
    }

    /** Refuses a question that finds too many readers waiting. */
    private static CompletionStage<Answer> answered(Supplier<CompletionStage<Answer>> work) {
        CompletionStage<Answer> answer;
        try {
            answer = work.get();
        } catch (RejectedExecutionException full) {
            answer = CompletableFuture.failedFuture(full);
        }
        return answer.exceptionally(failure -> {
            Throwable why = failure instanceof CompletionException ? failure.getCause() : failure;
            if (why instanceof RejectedExecutionException) {
                return Problem.of(BUSY, "too many readers of the history wait; ask again in a second")
                        .with("Retry-After", "1");
            }
            throw new CompletionException(why);
        });
    }

    private Answer hangUp(Request request) {
        String id = request.parameter("id");
        CallDirectory.HangUp outcome = id.matches(CALL_ID) ? calls.hangUp(id) : CallDirectory.HangUp.UNKNOWN;
        return switch (outcome) {
            case ACCEPTED -> Answer.json(ACCEPTED, Json.bytes(new Accepted(id)));
            case ENDED -> Problem.conflict("the call has ended already", "ENDED");
            case UNKNOWN -> unknown(id);
        };
    }

    private static Answer unknown(String id) {
        String shown = id.matches(CALL_ID) ? " " + id : "";
        return Problem.of(
                UNKNOWN,
                "there is no call" + shown
                        + "; GET /api/calls lists those that live, GET /api/calls?state=ended those that are kept");
    }
}
