package io.sidetone.transport.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** All paths of the server. */
public final class Routes {
    /** Paths for monitoring; they are answered even when every connection place is taken. */
    static final Set<String> PROBES = Set.of("/healthz", "/readyz");

    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
    private static final String PLAIN = "text/plain; charset=utf-8";
    private static final String CALL_ID = "[0-9A-Za-z]{1,64}";

    private Routes() {}

    /** {@code GET /api/calls}. */
    record CallList(List<?> calls) {}

    /** {@code DELETE /api/calls/ID}. */
    record Accepted(String callId) {}

    /**
     * Returns every route.
     *
     * @param notReady reasons why new calls are not accepted; empty when they are. Any thread, must not block
     * @param noWayOut reasons why no call can be placed; empty when one can. Any thread, must not block
     * @param metrics Prometheus text; called once for each scrape
     * @param calls the calls
     * @param more further routes
     */
    public static List<Route> all(
            Supplier<List<String>> notReady,
            Supplier<List<String>> noWayOut,
            Supplier<String> metrics,
            CallDirectory calls,
            List<Route> more) {
        List<Route> routes = new ArrayList<>(more);
        routes.add(Route.open("GET", "/healthz", request -> Answer.text(200, PLAIN, "ok\n")));
        routes.add(Route.open(
                "GET",
                "/readyz",
                request -> readiness((request.query().containsKey("out") ? noWayOut : notReady).get())));
        routes.add(Route.of("GET", "/metrics", request -> Answer.text(200, PROMETHEUS, metrics.get())));
        routes.add(Route.of("GET", "/api/calls", request -> list(calls, request)));
        routes.add(Route.of("GET", "/api/calls/{id}", request -> detail(calls, request)));
        routes.add(Route.of("DELETE", "/api/calls/{id}", request -> hangUp(calls, request)));
        return List.copyOf(routes);
    }

    private static Answer readiness(List<String> reasons) {
        return Answer.json(reasons.isEmpty() ? 200 : 503, Json.bytes(new Readiness(reasons.isEmpty(), reasons)));
    }

    private static Answer list(CallDirectory calls, Request request) {
        List<String> state = request.query().getOrDefault("state", List.of("live"));
        return switch (state.get(0)) {
            case "live" -> Answer.json(200, Json.bytes(new CallList(calls.calls())));
            case "ended" -> Answer.json(200, Json.bytes(new CallList(calls.ended())));
            default -> Problem.of(400, "state: is neither live nor ended; give one of them, or nothing for live");
        };
    }

    private static Answer detail(CallDirectory calls, Request request) {
        String id = request.parameter("id");
        return valid(id)
                .flatMap(calls::call)
                .map(call -> Answer.json(200, Json.bytes(call, request.confidential())))
                .orElseGet(() -> unknown(id));
    }

    private static Answer hangUp(CallDirectory calls, Request request) {
        String id = request.parameter("id");
        CallDirectory.HangUp outcome = valid(id).map(calls::hangUp).orElse(CallDirectory.HangUp.UNKNOWN);
        return switch (outcome) {
            case ACCEPTED -> Answer.json(202, Json.bytes(new Accepted(id)));
            case ENDED -> Problem.conflict("the call has ended already", "ENDED");
            case UNKNOWN -> unknown(id);
        };
    }

    private static Optional<String> valid(String id) {
        return Optional.of(id).filter(text -> text.matches(CALL_ID));
    }

    private static Answer unknown(String id) {
        String shown = id.matches(CALL_ID) ? " " + id : "";
        return Problem.of(404, "there is no call" + shown + "; GET /api/calls lists those that live");
    }
}
