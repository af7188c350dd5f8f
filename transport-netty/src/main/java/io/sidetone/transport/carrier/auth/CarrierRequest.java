package io.sidetone.transport.carrier.auth;

import io.sidetone.transport.ws.HostHeader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a carrier asks: a webhook, or the upgrade to a WebSocket.
 *
 * @param method GET or POST
 * @param target path and query as they stood in the request line
 * @param path decoded
 * @param query decoded
 * @param form decoded parameters of the body; empty for another kind of body
 * @param body as it came
 * @param header value of a header by name, without regard to case, or null
 * @param local whether it came from this machine, through no proxy, and named the server as a program here does
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

    /** Returns the header {@code name}, empty if there is none. */
    public String header(String name) {
        String value = header.apply(name);
        return value == null ? "" : value;
    }

    /**
     * Returns whether a request is one of this machine itself: a web page comes under a host name of its own.
     *
     * @param direct whether it comes from this machine, through no proxy
     * @param host its header Host, or null
     */
    public static boolean local(boolean direct, String host) {
        return direct && HostHeader.local(host);
    }

    /** Returns the first value of {@code name} in the form, else in the query; empty if there is none. */
    public String parameter(String name) {
        List<String> values = form.getOrDefault(name, query.getOrDefault(name, List.of()));
        return values.isEmpty() ? "" : values.get(0);
    }

    /** Returns {@code parameters} by name in the order of the names' characters. */
    static Map<String, List<String>> sorted(Map<String, List<String>> parameters) {
        return new TreeMap<>(parameters);
    }
}
