package io.sidetone.transport.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds the route of a request: 404 for an unknown path, 405 for a wrong method, 501 for an unknown method. Immutable. */
public final class Router {
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");

    private final List<Route> routes;

    /** Creates a router over {@code routes}; the first match answers. */
    public Router(List<Route> routes) {
        this.routes = List.copyOf(routes);
    }

    /**
     * The result: a route, or a refusal.
     *
     * @param route null when {@code refusal} is set
     * @param parameters values of the route's placeholders
     * @param refusal answer in place of the route's, or null
     */
    record Found(Route route, Map<String, String> parameters, Answer refusal) {}

    /** Finds the route of {@code method} and the decoded {@code segments} of the path. */
    Found find(String method, String path, String[] segments) {
        List<Route> here = new ArrayList<>();
        for (Route route : routes) {
            Map<String, String> parameters = route.match(segments);
            if (parameters != null) {
                if (route.method().equals(method)
                        || method.equals("HEAD") && route.method().equals("GET")) {
                    return new Found(route, parameters, null);
                }
                here.add(route);
            }
        }
        return new Found(null, Map.of(), refusal(method, path, here));
    }

    private static Answer refusal(String method, String path, List<Route> here) {
        if (!METHODS.contains(method)) {
            return Problem.of(501, "method " + method + " is not implemented; use GET, POST or DELETE");
        }
        if (here.isEmpty()) {
            return Problem.of(404, "there is nothing at " + path + "; see /api/calls, /healthz, /readyz and /metrics");
        }
        Set<String> allowed = new TreeSet<>(Set.of("OPTIONS"));
        for (Route route : here) {
            allowed.add(route.method());
            if (route.method().equals("GET")) {
                allowed.add("HEAD");
            }
        }
        String allow = String.join(", ", allowed);
        Answer answer = method.equals("OPTIONS")
                ? Answer.empty(204)
                : Problem.of(405, path + " does not take " + method + "; use " + allow);
        return answer.with("Allow", allow);
    }
}
