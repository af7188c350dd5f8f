package io.sidetone.transport.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sidetone.transport.tls.ServerTls;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS of the HTTP port. Threads of its own compute the handshakes: media streams share the event loops, and a signature
 * takes milliseconds.
 */
final class HttpTls implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpTls.class);

    private final ServerTls certificate;
    private final HttpCounters counters;
    private final ExecutorService handshakes = Executors.newFixedThreadPool(
            Math.max(1, Runtime.getRuntime().availableProcessors() / 2), new DefaultThreadFactory("tls", true));

    HttpTls(ServerTls certificate, HttpCounters counters) {
        this.certificate = certificate;
        this.counters = counters;
    }

    /** Adds the handlers of TLS to a new connection. */
    void assemble(Channel channel) {
        SslHandler tls = certificate.newHandler(channel.alloc(), handshakes);
        // The request deadline, which has begun, also limits the handshake.
        tls.setHandshakeTimeoutMillis(0);
        channel.pipeline()
                .addLast("plain", new PlainRequest(counters))
                .addLast("tls", tls)
                .addLast("tls-end", new Ends());
    }

    private final class Ends extends ChannelInboundHandlerAdapter {
        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof SslHandshakeCompletionEvent handshake && !handshake.isSuccess()) {
                counters.tlsFailed();
                LOG.debug(
                        "TLS handshake of {} failed: {}",
                        ctx.channel().remoteAddress(),
                        handshake.cause().toString());
            }
            if (event instanceof SslCloseCompletionEvent) {
                // The peer reads nothing more, whether or not it also closes the connection.
                ctx.close();
            }
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void close() {
        handshakes.shutdown();
    }
}
