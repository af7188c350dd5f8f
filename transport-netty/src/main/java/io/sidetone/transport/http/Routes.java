package io.sidetone.transport.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** All paths of the server. */
public final class Routes {
    /** Paths for monitoring; they are answered even when every connection place is taken. */
    static final Set<String> PROBES = Set.of("/healthz", "/readyz");

    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
    private static final String PLAIN = "text/plain; charset=utf-8";

    private Routes() {}

    /**
     * Returns every route.
     *
     * @param notReady reasons why new calls are not accepted; empty when they are. Any thread, must not block
     * @param noWayOut reasons why no call can be placed; empty when one can. Any thread, must not block
     * @param metrics Prometheus text; called once for each scrape
     * @param more further routes
     */
    public static List<Route> all(
            Supplier<List<String>> notReady,
            Supplier<List<String>> noWayOut,
            Supplier<String> metrics,
            List<Route> more) {
        List<Route> routes = new ArrayList<>(more);
        routes.add(Route.open("GET", "/healthz", request -> Answer.text(200, PLAIN, "ok\n")));
        routes.add(Route.open(
                "GET",
                "/readyz",
                request -> readiness((request.query().containsKey("out") ? noWayOut : notReady).get())));
        routes.add(Route.of("GET", "/metrics", request -> Answer.text(200, PROMETHEUS, metrics.get())));
        return List.copyOf(routes);
    }

    private static Answer readiness(List<String> reasons) {
        return Answer.json(reasons.isEmpty() ? 200 : 503, Json.bytes(new Readiness(reasons.isEmpty(), reasons)));
    }
}
