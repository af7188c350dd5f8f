package io.sidetone.transport.ws;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One upgraded connection: whole messages in, bounded messages out, life watched by pings. Event loop only.
 *
 * <p>A defect in a session's code closes that connection alone.
 */
final class WsConnection extends ChannelInboundHandlerAdapter implements WsOutput {
    private static final Logger LOG = LoggerFactory.getLogger(WsConnection.class);
    private static final int CLOSE_WAIT_MS = 2_000;
    private static final int MOST_FRAGMENTS = 1_024;
    private static final int MESSAGE_TOO_BIG = 1009;

    /** What the connection awaits. */
    private enum State {
        /** The end of the handshake. */
        UPGRADING,
        /** Messages. */
        OPEN,
        /** The peer's goodbye. */
        CLOSING,
        /** Nothing. */
        CLOSED
    }

    private final WsSession session;
    private final int maxMessageBytes;
    private final int firstMessageMs;
    private final WsSettings settings;
    private final WsCounters counters;
    private final LongSupplier clock;
    private Channel channel;
    private Future<?> watch;
    private State state = State.UPGRADING;
    private boolean spoke;
    private long openedNs;
    private long heardNs;
    private long pingNs;
    private boolean flushing;
    private ByteBuf fragments;
    private int fragmentCount;
    private boolean fragmentsAreText;

    WsConnection(WsDecision.Accept accept, WsSettings settings, WsCounters counters, LongSupplier clock) {
        this.session = accept.session();
        this.maxMessageBytes = accept.maxMessageBytes();
        this.firstMessageMs = accept.firstMessageMs();
        this.settings = settings;
        this.counters = counters;
        this.clock = clock;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        channel = ctx.channel();
    }

    /** The handshake was written. */
    void begin() {
        if (!channel.isActive()) {
            return;
        }
        state = State.OPEN;
        counters.opened.increment();
        channel.config()
                .setWriteBufferWaterMark(
                        new WriteBufferWaterMark(settings.audioWaitingBytes() / 4, settings.audioWaitingBytes()));
        openedNs = clock.getAsLong();
        heardNs = openedNs;
        pingNs = openedNs;
        int everyMs = Math.min(settings.pingMs(), firstMessageMs == 0 ? settings.pingMs() : firstMessageMs) / 4 + 1;
        watch = channel.eventLoop().scheduleAtFixedRate(this::watch, everyMs, everyMs, TimeUnit.MILLISECONDS);
        run(() -> session.opened(this, openedNs));
        channel.config().setAutoRead(true);
        channel.read();
    }

    private void watch() {
        long nowNs = clock.getAsLong();
        if (state != State.OPEN) {
            return;
        }
        if (!spoke && firstMessageMs > 0 && ms(nowNs - openedNs) >= firstMessageMs) {
            counters.silent.increment();
            close(POLICY_VIOLATION, "nothing was said for " + firstMessageMs + " ms");
        } else if (ms(nowNs - heardNs) >= settings.idleMs()) {
            counters.silent.increment();
            close(GOING_AWAY, "nothing was heard for " + settings.idleMs() + " ms");
        } else if (ms(nowNs - heardNs) >= settings.pingMs() && ms(nowNs - pingNs) >= settings.pingMs()) {
            pingNs = nowNs;
            channel.writeAndFlush(new PingWebSocketFrame());
        }
    }

    private static long ms(long ns) {
        return ns / 1_000_000;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (message instanceof WebSocketFrame frame && state != State.CLOSED) {
                heardNs = clock.getAsLong();
                read(frame);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void read(WebSocketFrame frame) {
        if (frame instanceof PingWebSocketFrame) {
            channel.writeAndFlush(new PongWebSocketFrame(frame.content().retain()));
        } else if (frame instanceof CloseWebSocketFrame goodbye) {
            closedByPeer(goodbye);
        } else if (state == State.OPEN && !(frame instanceof PongWebSocketFrame)) {
            spoke = true;
            data(frame);
        }
    }

    private void data(WebSocketFrame frame) {
        boolean continues = frame instanceof ContinuationWebSocketFrame;
        if (!continues && frame.isFinalFragment()) {
            message(frame.content(), frame instanceof TextWebSocketFrame);
            return;
        }
        if (!continues) {
            fragments = channel.alloc().buffer(frame.content().readableBytes());
            fragmentsAreText = frame instanceof TextWebSocketFrame;
            fragmentCount = 0;
        }
        if (fragments == null) {
            return;
        }
        if (++fragmentCount > MOST_FRAGMENTS
                || fragments.readableBytes() + frame.content().readableBytes() > maxMessageBytes) {
            oversized();
            return;
        }
        fragments.writeBytes(frame.content());
        if (frame.isFinalFragment()) {
            ByteBuf whole = fragments;
            fragments = null;
            try {
                message(whole, fragmentsAreText);
            } finally {
                whole.release();
            }
        }
    }

    private void message(ByteBuf content, boolean text) {
        if (text) {
            run(() -> session.text(content, heardNs));
        } else {
            run(() -> session.binary(content, heardNs));
        }
    }

    private void run(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            counters.faults.increment();
            LOG.error("A WebSocket session failed; its connection is closed", fault);
            close(INTERNAL_ERROR, "an internal error");
        }
    }

    private void closedByPeer(CloseWebSocketFrame goodbye) {
        if (state == State.OPEN) {
            int code = goodbye.statusCode();
            closing();
            channel.writeAndFlush(code < 0 ? new CloseWebSocketFrame() : new CloseWebSocketFrame(code, ""))
                    .addListener(ChannelFutureListener.CLOSE);
        } else {
            channel.close();
        }
    }

    private void oversized() {
        counters.oversized.increment();
        dropFragments();
        close(MESSAGE_TOO_BIG, "a message may have " + maxMessageBytes + " bytes");
    }

    private void dropFragments() {
        if (fragments != null) {
            fragments.release();
            fragments = null;
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        ctx.fireChannelReadComplete();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (state == State.OPEN && channel.isWritable()) {
            run(() -> session.writable(clock.getAsLong()));
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end();
        ctx.fireChannelInactive();
    }

    private void end() {
        if (state == State.CLOSED) {
            return;
        }
        boolean begun = state != State.UPGRADING;
        state = State.CLOSED;
        dropFragments();
        if (begun) {
            watch.cancel(false);
            counters.closed.increment();
            run(() -> session.closed(clock.getAsLong()));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof CorruptedWebSocketFrameException broken) {
            // The decoder has said goodbye with this status already.
            boolean big = WebSocketCloseStatus.MESSAGE_TOO_BIG.equals(broken.closeStatus());
            (big ? counters.oversized : counters.malformed).increment();
            if (state == State.OPEN) {
                closing();
            }
        } else {
            LOG.debug("connection {} failed", channel.remoteAddress(), cause);
            ctx.close();
        }
    }

    // ---- the way out ------------------------------------------------------------------------------------------------

    @Override
    public EventLoop loop() {
        return channel.eventLoop();
    }

    @Override
    public ByteBuf buffer(int bytes) {
        return channel.alloc().buffer(bytes);
    }

    @Override
    public void text(ByteBuf message) {
        if (state != State.OPEN) {
            message.release();
            return;
        }
        if (waiting() + message.readableBytes() > settings.mostWaitingBytes()) {
            message.release();
            counters.slow.increment();
            close(TRY_AGAIN_LATER, "messages are read too slowly");
            return;
        }
        write(new TextWebSocketFrame(message));
    }

    @Override
    public boolean audio(ByteBuf message, boolean binary) {
        if (state != State.OPEN || !channel.isWritable()) {
            message.release();
            counters.audioDropped.increment();
            return false;
        }
        write(binary ? new BinaryWebSocketFrame(message) : new TextWebSocketFrame(message));
        return true;
    }

    @Override
    public boolean roomForAudio() {
        return state == State.OPEN && channel.isWritable();
    }

    private long waiting() {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes();
    }

    /** Messages of one turn of the loop leave together. */
    private void write(WebSocketFrame frame) {
        channel.write(frame, channel.voidPromise());
        if (!flushing) {
            flushing = true;
            channel.eventLoop().execute(() -> {
                flushing = false;
                channel.flush();
            });
        }
    }

    @Override
    public void close(int code, String reason) {
        if (state != State.OPEN) {
            return;
        }
        closing();
        channel.writeAndFlush(new CloseWebSocketFrame(code, reason.length() > 120 ? reason.substring(0, 120) : reason));
    }

    /** A peer that does not answer, or does not read, is not waited for long: whoever said goodbye first. */
    private void closing() {
        state = State.CLOSING;
        channel.eventLoop().schedule(() -> channel.close(), CLOSE_WAIT_MS, TimeUnit.MILLISECONDS);
    }
}
