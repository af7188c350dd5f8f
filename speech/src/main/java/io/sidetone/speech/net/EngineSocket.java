package io.sidetone.speech.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.sidetone.core.port.EngineFailure;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** An open WebSocket connection to a service. Its event loop only. */
public final class EngineSocket extends SimpleChannelInboundHandler<WebSocketFrame> {
    private static final int NORMAL = 1_000;
    private static final int TOO_BIG = 1_009;
    private static final int CLOSE_PATIENCE_MS = 1_000;

    /** A service that closes the connection has usually sent the reason before: it may still be unread. */
    private static final int REASON_PATIENCE_MS = 100;

    private final Channel channel;
    private final SocketRequest request;
    private final SocketListener listener;
    private final Deque<Runnable> barriers = new ArrayDeque<>();
    private long barriersPassed;
    private ScheduledFuture<?> watch;
    private long heard;
    private long heardBefore = -1;
    private EngineFailure broken;
    private boolean closing;
    private boolean closed;

    EngineSocket(Channel channel, SocketRequest request, SocketListener listener) {
        this.channel = channel;
        this.request = request;
        this.listener = listener;
    }

    void opened() {
        int silenceMs = request.deadlines().silenceMs();
        if (silenceMs > 0) {
            long halfMs = Math.max(1, silenceMs / 2);
            watch = loop().scheduleAtFixedRate(this::watch, halfMs, halfMs, TimeUnit.MILLISECONDS);
        }
        listener.opened(this);
    }

    /**
     * Pings at half of the silence limit; the connection fails when nothing has arrived since the last ping but one.
     */
    private void watch() {
        if (!channel.config().isAutoRead()) {
            // While reading is paused nothing can arrive.
            heardBefore = -1;
            return;
        }
        if (heard == heardBefore) {
            lost(
                    0,
                    NetFailures.timeout(
                            request.service(),
                            "a sign of life",
                            request.deadlines().silenceMs()));
            return;
        }
        heardBefore = heard;
        channel.writeAndFlush(new PingWebSocketFrame());
    }

    /**
     * Runs {@code then} when everything has arrived that the service sent before it read what was sent to it so far: it
     * answers a ping in order (RFC 6455 section 5.5.3). Never runs when the connection ends before.
     */
    public void barrier(Runnable then) {
        if (closing || broken != null) {
            return;
        }
        barriers.add(then);
        long number = barriersPassed + barriers.size();
        channel.writeAndFlush(new PingWebSocketFrame(buffer(Long.BYTES).writeLong(number)), channel.voidPromise());
    }

    /** An answered ping answers those before it, too. */
    private void pong(ByteBuf content) {
        if (content.readableBytes() != Long.BYTES) {
            return;
        }
        long number = content.getLong(content.readerIndex());
        while (barriersPassed < number && !barriers.isEmpty()) {
            barriersPassed++;
            barriers.poll().run();
        }
    }

    /** Returns how many messages and pongs arrived. */
    long heard() {
        return heard;
    }

    /** Returns the connection's loop. */
    public EventLoop loop() {
        return channel.eventLoop();
    }

    /** Returns a pooled buffer for {@link #text(ByteBuf)} or {@link #binary}, which then own it. */
    public ByteBuf buffer(int bytes) {
        return channel.alloc().buffer(bytes);
    }

    /** Sends a UTF-8 text message and releases it; does nothing once closed. */
    public void text(ByteBuf message) {
        send(message, true);
    }

    /** Sends a text message. */
    public void text(String message) {
        ByteBuf buffer = buffer(ByteBufUtil.utf8MaxBytes(message));
        buffer.writeCharSequence(message, java.nio.charset.StandardCharsets.UTF_8);
        text(buffer);
    }

    /** Sends a binary message. */
    public void binary(ByteBuf message) {
        send(message, false);
    }

    private void send(ByteBuf message, boolean text) {
        if (closing || broken != null) {
            message.release();
            return;
        }
        channel.writeAndFlush(
                text ? new TextWebSocketFrame(message) : new BinaryWebSocketFrame(message), channel.voidPromise());
    }

    /** Returns whether the service keeps up; audio for a slow one should be dropped. */
    public boolean writable() {
        return channel.isWritable();
    }

    /** Turns reading on or off: a service that is far ahead of playout can wait. */
    public void reading(boolean on) {
        channel.config().setAutoRead(on);
    }

    /** Closes the connection properly; {@link SocketListener#closed} follows. A second call has no effect. */
    public void close() {
        if (!closing) {
            closing = true;
            channel.config().setAutoRead(true);
            channel.writeAndFlush(new CloseWebSocketFrame(NORMAL, ""));
            loop().schedule(() -> lost(0, null), CLOSE_PATIENCE_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Ends the connection at once: later messages of the service are dropped. */
    public void abort() {
        closing = true;
        lost(0, null);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, WebSocketFrame frame) {
        heard++;
        if (frame instanceof CloseWebSocketFrame close) {
            int code = Math.max(0, close.statusCode());
            boolean ours = closing;
            closing = true;
            String reason = close.reasonText() == null ? "" : close.reasonText();
            String masked = Redaction.text(reason, Redaction.carried(request));
            if (!ours) {
                channel.writeAndFlush(new CloseWebSocketFrame(code == 0 ? NORMAL : code, ""));
            }
            lost(code, ours ? null : NetFailures.closed(request.service(), code, masked));
        } else if (frame instanceof PingWebSocketFrame) {
            channel.writeAndFlush(new PongWebSocketFrame(frame.content().retain()));
        } else if (!closing && frame instanceof PongWebSocketFrame) {
            pong(frame.content());
        } else if (!closing && frame instanceof TextWebSocketFrame) {
            listener.text(frame.content());
        } else if (!closing && frame instanceof BinaryWebSocketFrame) {
            listener.binary(frame.content());
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (channel.isWritable() && !closing) {
            listener.writable();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        lost(0, closing ? null : broken != null ? broken : NetFailures.closed(request.service(), 0, ""));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        boolean tooLong = cause instanceof TooLongFrameException
                || cause instanceof CorruptedWebSocketFrameException broken
                        && broken.closeStatus().code() == TOO_BIG;
        if (tooLong) {
            channel.writeAndFlush(new CloseWebSocketFrame(TOO_BIG, ""));
            lost(
                    TOO_BIG,
                    NetFailures.broken(
                            request.service(), "sent a message of more than " + request.maxMessageBytes() + " bytes"));
        } else if (cause instanceof CorruptedWebSocketFrameException) {
            lost(0, NetFailures.broken(request.service(), "broke WebSocket: " + cause.getMessage()));
        } else if (cause instanceof IOException && channel.isActive() && !closing) {
            broken(NetFailures.thrown(request.service(), cause));
        } else {
            lost(0, closing ? null : NetFailures.thrown(request.service(), cause));
        }
    }

    /** Nothing can be sent any more; received messages are still read. */
    private void broken(EngineFailure failure) {
        if (broken == null) {
            broken = failure;
            channel.config().setAutoRead(true);
            loop().schedule(() -> lost(0, failure), REASON_PATIENCE_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void lost(int code, EngineFailure failure) {
        if (!closed) {
            closed = true;
            closing = true;
            if (watch != null) {
                watch.cancel(false);
            }
            channel.close();
            listener.closed(code, failure);
        }
    }
}
