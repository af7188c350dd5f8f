package io.sidetone.speech.loopback;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The answer to one request, sent in chunks. Any thread. */
public final class Reply {
    private final LoopbackServer server;
    private final Channel channel;
    private final String path;

    Reply(LoopbackServer server, Channel channel, String path) {
        this.server = server;
        this.channel = channel;
        this.path = path;
    }

    public Reply head(int status, Map<String, String> headers) {
        DefaultHttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
        headers.forEach(head.headers()::set);
        head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        channel.writeAndFlush(head);
        return this;
    }

    public Reply chunk(String text) {
        return chunk(text.getBytes(StandardCharsets.UTF_8));
    }

    public Reply chunk(byte[] bytes) {
        server.watch().went(channel.id(), path, bytes, System.nanoTime());
        channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(bytes)));
        return this;
    }

    public void end() {
        server.watch().went(channel.id(), path, "", System.nanoTime());
        channel.writeAndFlush(new DefaultLastHttpContent());
    }

    /** A whole answer. */
    public void whole(int status, Map<String, String> headers, String body) {
        head(status, headers).chunk(body).end();
    }

    /** The connection breaks without a word. */
    public void drop() {
        if (channel instanceof SocketChannel socket) {
            socket.config().setOption(ChannelOption.SO_LINGER, 0);
        }
        channel.close();
    }

    public ScheduledFuture<?> later(long ms, Runnable step) {
        return channel.eventLoop().schedule(step, ms, TimeUnit.MILLISECONDS);
    }

    /** Runs {@code step} when the client closed the connection. */
    public void onGone(Runnable step) {
        channel.closeFuture().addListener(closed -> step.run());
    }

    public boolean connected() {
        return channel.isActive();
    }

    public void violation(String what) {
        server.violation(what);
    }
}
