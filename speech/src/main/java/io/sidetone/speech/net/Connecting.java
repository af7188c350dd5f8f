package io.sidetone.speech.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshakerFactory;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketHandshakeException;
import io.netty.handler.codec.http.websocketx.WebSocketVersion;
import io.sidetone.core.port.EngineFailure;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** Opens a WebSocket connection, or finds the reason why it cannot. Its event loop only, once begun. */
final class Connecting extends SimpleChannelInboundHandler<FullHttpResponse> {
    private static final int MAX_REFUSAL_BYTES = 65_536;

    private final EngineNet net;
    private final EventLoop loop;
    private final SocketRequest request;
    private final SocketListener listener;
    private final WebSocketClientHandshaker handshaker;
    private ScheduledFuture<?> deadline;
    private Channel channel;
    private boolean settled;

    Connecting(EngineNet net, EventLoop loop, SocketRequest request, SocketListener listener) {
        this.net = net;
        this.loop = loop;
        this.request = request;
        this.listener = listener;
        HttpHeaders headers = new DefaultHttpHeaders();
        request.headers().forEach(headers::set);
        this.handshaker = WebSocketClientHandshakerFactory.newHandshaker(
                request.uri(), WebSocketVersion.V13, null, false, headers, request.maxMessageBytes());
    }

    void begin() {
        loop.execute(() -> {
            int connectMs = request.deadlines().connectMs();
            if (connectMs > 0) {
                deadline = loop.schedule(
                        () -> refused(NetFailures.timeout(request.service(), "connecting", connectMs)),
                        connectMs,
                        TimeUnit.MILLISECONDS);
            }
            try {
                ChannelFuture connected = net.bootstrap(
                                loop,
                                request.uri(),
                                request.trust(),
                                connectMs,
                                new HttpClientCodec(),
                                new HttpObjectAggregator(MAX_REFUSAL_BYTES),
                                this)
                        .option(ChannelOption.AUTO_CLOSE, false)
                        .connect();
                channel = connected.channel();
                connected.addListener(done -> {
                    if (!done.isSuccess()) {
                        refused(NetFailures.thrown(request.service(), done.cause()));
                    }
                });
            } catch (SSLException | IllegalArgumentException e) {
                refused(NetFailures.thrown(request.service(), e));
            }
        });
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        channel = ctx.channel();
        // TLS holds the request back until its handshake is done.
        handshaker.handshake(channel).addListener(sent -> {
            if (!sent.isSuccess()) {
                refused(NetFailures.thrown(request.service(), sent.cause()));
            }
        });
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpResponse response) {
        if (response.status().code() != 101) {
            String words = response.content().toString(StandardCharsets.UTF_8);
            refused(NetFailures.status(
                    request.service(),
                    Math.max(400, response.status().code()),
                    response.headers(),
                    Redaction.text(words, Redaction.carried(request))));
            return;
        }
        try {
            handshaker.finishHandshake(channel, response);
        } catch (WebSocketHandshakeException notWebSocket) {
            refused(NetFailures.broken(request.service(), "does not speak WebSocket: " + notWebSocket.getMessage()));
            return;
        }
        settle();
        EngineSocket socket = new EngineSocket(channel, request, listener);
        ctx.pipeline().addLast(new WebSocketFrameAggregator(request.maxMessageBytes()), socket);
        ctx.pipeline().remove(this);
        socket.opened();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        refused(NetFailures.closed(request.service(), 0, "before the WebSocket handshake was over"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        refused(NetFailures.thrown(request.service(), cause));
    }

    private void settle() {
        settled = true;
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    private void refused(EngineFailure failure) {
        if (!settled) {
            settle();
            if (channel != null) {
                channel.close();
            }
            listener.closed(0, failure);
        }
    }
}
