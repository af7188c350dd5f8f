package io.sidetone.transport.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * An HTTP request, as the handler of a route receives it.
 *
 * @param method GET also for HEAD
 * @param path decoded, without query
 * @param parameters values of the route's placeholders
 * @param query decoded query parameters
 * @param contentType of the body, empty if it is missing
 * @param body bytes of the body, empty without one
 * @param confidential whether the answer stays on this machine or travels encrypted (ITE-SEC-001)
 * @param headers returns the value of a header by its name in any case, or null
 * @param target path and query as they were sent, which signatures cover
 * @param direct whether it comes from this machine, through no proxy
 */
public record Request(
        String method,
        String path,
        Map<String, String> parameters,
        Map<String, List<String>> query,
        String contentType,
        byte[] body,
        boolean confidential,
        Function<String, String> headers,
        String target,
        boolean direct) {
    /** Creates a request of this machine without headers. */
    public Request(
            String method,
            String path,
            Map<String, String> parameters,
            Map<String, List<String>> query,
            String contentType,
            byte[] body,
            boolean confidential) {
        this(method, path, parameters, query, contentType, body, confidential, name -> null);
    }

    /** Creates a request of this machine. */
    public Request(
            String method,
            String path,
            Map<String, String> parameters,
            Map<String, List<String>> query,
            String contentType,
            byte[] body,
            boolean confidential,
            Function<String, String> headers) {
        this(method, path, parameters, query, contentType, body, confidential, headers, path, true);
    }

    /** Returns the value of a header, empty if it is missing. */
    public String header(String name) {
        String value = headers.apply(name);
        return value == null ? "" : value;
    }

    /** Returns the value of a placeholder of the route, such as {@code id}. */
    public String parameter(String name) {
        return Optional.ofNullable(parameters.get(name))
                .orElseThrow(() -> new IllegalArgumentException("route has no placeholder " + name));
    }
}
