package io.sidetone.transport.http.connection;

import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.transport.loop.SourceNetwork;
import io.sidetone.transport.ws.ProxyHeaders;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Whom a WebSocket counts for until it has shown a key. */
public final class PeerSource {
    private PeerSource() {}

    /**
     * Returns whose share a connection uses; null where its address stands for many: this machine's, on which proxies run, and
     * that of a proxy elsewhere, which says in a header that it passed the upgrade on. Anybody can send such a header. What it
     * gains is a place among all that have shown no key, as behind a proxy, and no other place.
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
