package io.sidetone.transport.carrier.auth;

import io.sidetone.transport.ws.HostHeader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A request of a carrier: a webhook, or the upgrade to a WebSocket.
 *
 * @param method GET or POST
 * @param target path and query exactly as in the request line
 * @param path decoded path
 * @param query decoded query parameters
 * @param form decoded parameters of the body; empty for another kind of body
 * @param body bytes as received
 * @param header returns the value of a header by its name in any case, or null
 * @param local whether the request came from this machine, through no proxy, and named the server by a local address
 */
public record CarrierRequest(
        String method,
        String target,
        String path,
        Map<String, List<String>> query,
        Map<String, List<String>> form,
        byte[] body,
        Function<String, String> header,
        boolean local) {

    /** Returns the header {@code name}, empty if it is missing. */
    public String header(String name) {
        String value = header.apply(name);
        return value == null ? "" : value;
    }

    /**
     * Returns whether a request was made on this machine itself. A web page reaches the server only under a host name.
     *
     * @param direct whether the request comes from this machine, through no proxy
     * @param host its header Host, or null
     */
    public static boolean local(boolean direct, String host) {
        return direct && HostHeader.local(host);
    }

    /** Returns the first value of {@code name} in the form, else in the query; empty if it is missing. */
    public String parameter(String name) {
        List<String> values = form.getOrDefault(name, query.getOrDefault(name, List.of()));
        return values.isEmpty() ? "" : values.get(0);
    }

    /** Returns {@code parameters} sorted by name. */
    static Map<String, List<String>> sorted(Map<String, List<String>> parameters) {
        return new TreeMap<>(parameters);
    }
}
