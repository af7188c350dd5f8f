package io.sidetone.transport.sip.endpoint;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Connections that we opened: what goes to one server over one transport shares one (RFC 3261 section 18.1.1). The name that
 * was asked for counts as well: over TLS, who answers was verified for that name alone. SIP event loop only.
 */
final class OpenedConnections {
    private final Map<Server, StreamFlow> flows = new HashMap<>();

    private record Server(SipTransport transport, InetSocketAddress address, String name) {
        static Server of(SipTransport transport, InetSocketAddress remote) {
            return new Server(transport, remote, remote.getHostString());
        }
    }

    /** The connection that is open, or being opened, to {@code remote}; null for none. */
    StreamFlow find(SipTransport transport, InetSocketAddress remote) {
        StreamFlow flow = flows.get(Server.of(transport, remote));
        return flow == null || !flow.isOpen() ? null : flow;
    }

    void add(StreamFlow flow) {
        flows.values().removeIf(old -> !old.isOpen());
        flows.put(Server.of(flow.transport(), flow.remote()), flow);
    }
}
