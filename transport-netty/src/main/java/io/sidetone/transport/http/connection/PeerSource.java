package io.sidetone.transport.http.connection;

import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.transport.loop.SourceNetwork;
import io.sidetone.transport.ws.ProxyHeaders;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** The source that a WebSocket counts for until it has sent a key. */
public final class PeerSource {
    private PeerSource() {}

    /**
     * Returns the source of a connection. It is null when the address stands for many: the address of this machine, on
     * which proxies run, and the address of another proxy, which marks the upgrade with a header. Any client can send
     * such a header. It gains only a place among all connections without a key, as behind a proxy.
     */
    public static SourceNetwork of(SocketAddress peer, HttpHeaders headers) {
        if (!(peer instanceof InetSocketAddress remote)
                || remote.getAddress() == null
                || remote.getAddress().isLoopbackAddress()
                || ProxyHeaders.first(headers) != null) {
            return null;
        }
        return SourceNetwork.of(remote.getAddress());
    }
}
