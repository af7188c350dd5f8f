package io.sidetone.transport.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.transport.ws.Origins;

/**
 * The rules for pages of other hosts (Fetch standard, CORS protocol): a page of a listed origin may use the marked
 * routes. Immutable; any thread.
 */
final class CrossOrigin {
    private static final String HOUR_S = "3600";

    private final Origins origins;

    CrossOrigin(Origins origins) {
        this.origins = origins;
    }

    /**
     * Answers a browser that asks in advance whether its page may send {@code method} to a path; null if the request is
     * no such question.
     */
    Answer preflight(String method, HttpHeaders headers, Router router, Target target) {
        String requested = headers.get(HttpHeaderNames.ACCESS_CONTROL_REQUEST_METHOD);
        if (!method.equals("OPTIONS") || requested == null || !origins.lists(headers.get(HttpHeaderNames.ORIGIN))) {
            return null;
        }
        Route route = router.find(requested, target.path(), target.segments()).route();
        if (route == null || !route.shared()) {
            return null;
        }
        return readable(Answer.empty(204), route, headers)
                .with("Access-Control-Allow-Methods", route.method())
                .with("Access-Control-Allow-Headers", "Authorization, Content-Type")
                .with("Access-Control-Max-Age", HOUR_S);
    }

    /** Allows a listed page to read {@code answer} if its route is shared. */
    Answer readable(Answer answer, Route route, HttpHeaders headers) {
        if (route == null || !route.shared()) {
            return answer;
        }
        String origin = headers.get(HttpHeaderNames.ORIGIN);
        Answer varying = answer.with("Vary", "Origin");
        return origins.lists(origin) ? varying.with("Access-Control-Allow-Origin", origin) : varying;
    }
}
