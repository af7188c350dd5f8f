package io.sidetone.speech.loopback;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;

/** Takes requests of one connection to their scripts. */
final class LoopbackRequests extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final int MAX_MESSAGE_BYTES = 32 << 20;

    private final LoopbackServer server;

    LoopbackRequests(LoopbackServer server) {
        this.server = server;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
        long atNs = System.nanoTime();
        QueryStringDecoder uri = new QueryStringDecoder(request.uri());
        Seen seen = new Seen(
                request.method().name(),
                uri.path(),
                uri.parameters(),
                request.headers().copy(),
                ByteBufUtil.getBytes(request.content()));
        if (request.headers().containsValue(HttpHeaderNames.UPGRADE, "websocket", true)) {
            upgrade(ctx, request, seen);
            return;
        }
        HttpScript page = server.pageAt(seen.path());
        server.watch().came(ctx.channel().id(), seen.path(), seen.body(), atNs);
        Reply reply = new Reply(server, ctx.channel(), seen.path());
        if (page == null) {
            server.violation(seen.method() + " " + seen.path() + ": nothing is there");
            reply.whole(404, Map.of(), "nothing is there");
        } else {
            page.request(seen, reply);
        }
    }

    private void upgrade(ChannelHandlerContext ctx, FullHttpRequest request, Seen seen) {
        Function<Seen, SocketScript> scripts = server.socketAt(seen.path());
        SocketScript script;
        try {
            if (scripts == null) {
                server.violation("WebSocket " + seen.path() + ": nothing is there");
                throw new Refusal(404, Map.of(), "nothing is there");
            }
            script = scripts.apply(seen);
        } catch (Refusal refusal) {
            DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1,
                    HttpResponseStatus.valueOf(refusal.status),
                    Unpooled.copiedBuffer(refusal.getMessage(), StandardCharsets.UTF_8));
            refusal.headers.forEach(response.headers()::set);
            response.headers()
                    .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
            ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        WebSocketServerHandshaker handshaker = new WebSocketServerHandshakerFactory(
                        server.ws(seen.path()).toString(), null, false, MAX_MESSAGE_BYTES)
                .newHandshaker(request);
        Peer peer = new Peer(server, ctx.channel(), seen.path());
        handshaker.handshake(ctx.channel(), request).addListener(done -> {
            ctx.pipeline().addLast(new WebSocketFrameAggregator(MAX_MESSAGE_BYTES), new LoopbackSocket(script, peer));
            ctx.pipeline().remove(this);
            script.opened(peer);
        });
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
