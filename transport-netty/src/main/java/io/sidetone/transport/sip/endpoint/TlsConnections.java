package io.sidetone.transport.sip.endpoint;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.sidetone.core.background.Background;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Puts TLS on connections (RFC 3261 section 26.3.2.1). What a peer makes us compute in a handshake runs on a thread of its own,
 * so that a storm of handshakes does not hold up calls. SIP event loop only.
 */
final class TlsConnections implements AutoCloseable {
    private final SipTls tls;
    private ExecutorService handshakes;

    TlsConnections(SipTls tls) {
        this.tls = tls;
    }

    /** Refuses a listener without what it needs. */
    void check(ListeningPoint point) {
        boolean missing =
                point.accepts() && tls.server().isEmpty() || tls.client().isEmpty();
        if (point.transport().encrypted() && missing) {
            throw new IllegalArgumentException(
                    "listener " + point + " has no certificate, or trusts nobody; give both");
        }
    }

    /** TLS for a connection that a peer opened. */
    SslHandler accepting(Channel channel) {
        if (handshakes == null) {
            handshakes = Background.one("sip-tls");
        }
        return limited(tls.server().orElseThrow().newHandler(channel.alloc(), handshakes));
    }

    /** TLS for a connection that we open; the certificate has to name the host of {@code remote}. */
    SslHandler dialling(Channel channel, InetSocketAddress remote) {
        return limited(
                tls.client().orElseThrow().newHandler(channel.alloc(), remote.getHostString(), remote.getPort()));
    }

    private SslHandler limited(SslHandler handler) {
        handler.setHandshakeTimeout(tls.handshakeLimitNs(), TimeUnit.NANOSECONDS);
        return handler;
    }

    @Override
    public void close() {
        if (handshakes != null) {
            handshakes.shutdown();
        }
    }
}
