package io.sidetone.speech.loopback;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;

/** Takes messages of one WebSocket connection to its script. */
final class LoopbackSocket extends SimpleChannelInboundHandler<WebSocketFrame> {
    private final SocketScript script;
    private final Peer peer;
    private int code;

    LoopbackSocket(SocketScript script, Peer peer) {
        this.script = script;
        this.peer = peer;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, WebSocketFrame frame) {
        long atNs = System.nanoTime();
        if (frame instanceof TextWebSocketFrame text) {
            String message = text.text();
            peer.came(message, atNs);
            script.text(peer, message);
        } else if (frame instanceof BinaryWebSocketFrame) {
            byte[] message = ByteBufUtil.getBytes(frame.content());
            peer.came(message, atNs);
            script.binary(peer, message);
        } else if (frame instanceof PingWebSocketFrame) {
            ctx.writeAndFlush(new PongWebSocketFrame(frame.content().retain()));
        } else if (frame instanceof CloseWebSocketFrame close) {
            code = Math.max(0, close.statusCode());
            peer.close(code == 0 ? 1_000 : code, "");
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        script.closed(code);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        peer.violation("connection broke: " + cause);
        ctx.close();
    }
}
