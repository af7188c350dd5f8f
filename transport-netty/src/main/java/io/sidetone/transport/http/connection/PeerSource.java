package io.sidetone.transport.http.connection;

import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.transport.loop.SourceNetwork;
import io.sidetone.transport.ws.ProxyHeaders;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Whom a connection counts for. */
public final class PeerSource {
    private PeerSource() {}

    /**
     * Returns whose share a connection uses; null where its address stands for many: this machine's, on which proxies run, and
     * that of a proxy elsewhere, which says in a header that it passed the request on.
     *
     * @param proxied whether a proxy stands in front of the server; a header of a stranger means nothing otherwise
     */
    public static SourceNetwork of(SocketAddress peer, HttpHeaders headers, boolean proxied) {
        if (!(peer instanceof InetSocketAddress remote)
                || remote.getAddress() == null
                || remote.getAddress().isLoopbackAddress()
                || proxied && ProxyHeaders.first(headers) != null) {
            return null;
        }
        return SourceNetwork.of(remote.getAddress());
    }
}
