package io.sidetone.transport.ws;

import io.netty.handler.codec.http.HttpHeaders;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;

/**
 * A request to upgrade to WebSocket.
 *
 * @param path decoded, without query
 * @param target path and query as they were sent
 * @param parameters values of the placeholders of the path
 * @param query decoded query parameters
 * @param headers of the upgrade
 * @param remote address of the peer; null without a socket
 * @param confidential whether the messages stay on this machine or travel encrypted (ITE-SEC-001)
 * @param authorized whether it carries {@code http.token}, as a header or as {@code ?token=}; without a configured
 *     token, whether it comes from this machine
 */
public record WsHandshake(
        String path,
        String target,
        Map<String, String> parameters,
        Map<String, List<String>> query,
        HttpHeaders headers,
        InetSocketAddress remote,
        boolean confidential,
        boolean authorized) {
    /** Returns the first value of a header, or null. */
    public String header(String name) {
        return headers.get(name);
    }

    /** Returns the first value of a query parameter, or null. */
    public String queryValue(String name) {
        List<String> values = query.get(name);
        return values == null || values.isEmpty() ? null : values.get(0);
    }

    /** Returns whether the peer is on this machine. */
    public boolean loopback() {
        return remote == null
                || remote.getAddress() != null && remote.getAddress().isLoopbackAddress();
    }

    /** Returns whether the request was made on this machine: its peer is here, and no proxy passed it on. */
    public boolean direct() {
        return loopback() && ProxyHeaders.first(headers) == null;
    }

    /** Returns whether the peer offers a sub-protocol (RFC 6455 section 1.9). */
    public boolean offers(String subprotocol) {
        for (String line : headers.getAll("Sec-WebSocket-Protocol")) {
            for (String name : line.split(",", -1)) {
                if (name.strip().equals(subprotocol)) {
                    return true;
                }
            }
        }
        return false;
    }
}
