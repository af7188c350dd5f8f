package io.sidetone.speech.net;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import javax.net.ssl.SSLException;

/** One HTTP/1.1 connection and its present exchange, if any. Its event loop only. */
final class HttpConnection extends SimpleChannelInboundHandler<HttpObject> {
    private static final int CONTINUE = 100;
    private static final int SWITCHING = 101;

    private final EngineNet net;
    private final EventLoop loop;
    private final String origin;
    private Exchange carried;
    private boolean keep;
    private boolean interim;

    private HttpConnection(EngineNet net, EventLoop loop, String origin) {
        this.net = net;
        this.loop = loop;
        this.origin = origin;
    }

    static ChannelFuture open(EngineNet net, EventLoop loop, String origin, ExchangeRequest request)
            throws SSLException {
        return net.bootstrap(
                        loop,
                        request.uri(),
                        request.trust(),
                        request.deadlines().connectMs(),
                        new HttpClientCodec(),
                        new HttpConnection(net, loop, origin))
                .connect();
    }

    void carry(Exchange exchange) {
        carried = exchange;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) {
        if (message.decoderResult().isFailure()) {
            drop(ctx, message.decoderResult().cause());
            return;
        }
        if (carried == null) {
            // The server sent data without a request, or sends the rest of a dropped answer.
            ctx.close();
            return;
        }
        if (message instanceof HttpResponse response) {
            int status = response.status().code();
            interim = status >= CONTINUE && status < 200 && status != SWITCHING;
            if (!interim) {
                keep = HttpUtil.isKeepAlive(response);
                carried.head(status, response.headers());
            }
        }
        if (message instanceof HttpContent content && !interim) {
            carried.body(content.content());
            if (message instanceof LastHttpContent && carried != null) {
                Exchange done = carried;
                carried = null;
                done.end(keep && ctx.channel().isActive());
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        net.idle().gone(loop, origin, ctx.channel());
        if (carried != null) {
            Exchange lost = carried;
            carried = null;
            lost.lost(NetFailures.closed(lost.service(), 0, "in the middle of an answer"));
        }
        super.channelInactive(ctx);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        drop(ctx, cause);
    }

    private void drop(ChannelHandlerContext ctx, Throwable cause) {
        Exchange lost = carried;
        carried = null;
        if (lost != null) {
            lost.lost(NetFailures.thrown(lost.service(), cause));
        }
        ctx.close();
    }
}
