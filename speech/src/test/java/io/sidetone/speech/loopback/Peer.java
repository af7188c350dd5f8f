package io.sidetone.speech.loopback;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
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
