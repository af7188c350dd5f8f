package io.sidetone.speech.loopback;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The client at the other end of one WebSocket connection. Any thread. */
public final class Peer {
    private final LoopbackServer server;
    private final Channel channel;
    private final String path;

    Peer(LoopbackServer server, Channel channel, String path) {
        this.server = server;
        this.channel = channel;
        this.path = path;
    }

    void came(Object message, long atNs) {
        server.watch().came(channel.id(), path, message, atNs);
    }

    private void goes(Object message) {
        server.watch().went(channel.id(), path, message, System.nanoTime());
    }

    public void text(String message) {
        goes(message);
        channel.writeAndFlush(new TextWebSocketFrame(message));
    }

    public void binary(byte[] message) {
        goes(message);
        channel.writeAndFlush(new BinaryWebSocketFrame(Unpooled.wrappedBuffer(message)));
    }

    /** A text message, a character at a time and {@code everyMs} apart; nothing else may be sent meanwhile. */
    public void drip(String message, int everyMs) {
        drip(message, 0, everyMs);
    }

    private void drip(String message, int at, int everyMs) {
        ByteBuf piece = Unpooled.copiedBuffer(message.substring(at, at + 1), StandardCharsets.UTF_8);
        boolean last = at + 1 == message.length();
        channel.writeAndFlush(
                at == 0 ? new TextWebSocketFrame(last, 0, piece) : new ContinuationWebSocketFrame(last, 0, piece));
        if (!last && connected()) {
            later(everyMs, () -> drip(message, at + 1, everyMs));
        }
    }

    public void close(int code, String reason) {
        channel.writeAndFlush(new CloseWebSocketFrame(code, reason)).addListener(sent -> channel.close());
    }

    /** The connection breaks without a word. */
    public void drop() {
        if (channel instanceof SocketChannel socket) {
            socket.config().setOption(ChannelOption.SO_LINGER, 0);
        }
        channel.close();
    }

    /** Runs {@code step} on the connection's loop after {@code ms}. */
    public ScheduledFuture<?> later(long ms, Runnable step) {
        return channel.eventLoop().schedule(step, ms, TimeUnit.MILLISECONDS);
    }

    /** Reads nothing more, or again. */
    public void reading(boolean on) {
        channel.config().setAutoRead(on);
    }

    public boolean connected() {
        return channel.isActive();
    }

    /** The client broke the protocol. */
    public void violation(String what) {
        server.violation(what);
    }
}
