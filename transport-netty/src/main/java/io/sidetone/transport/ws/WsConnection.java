package io.sidetone.transport.ws;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One upgraded connection: receives whole messages, sends bounded messages, and checks by pings that the peer is alive.
 * Event loop only.
 *
 * <p>A defect in a session's code closes only its connection.
 */
final class WsConnection extends ChannelInboundHandlerAdapter implements WsOutput {
    private static final Logger LOG = LoggerFactory.getLogger(WsConnection.class);
    private static final int CLOSE_WAIT_MS = 2_000;
    private static final int MOST_FRAGMENTS = 1_024;
    private static final int MESSAGE_TOO_BIG = 1009;
    /** The decoder refuses reserved codes below this one, but lets codes above it pass (RFC 6455 section 7.4.2). */
    private static final int LAST_CLOSE_CODE = 4_999;
    /** A control frame has 125 bytes at most, two of which are the status (RFC 6455 section 5.5). */
    private static final int MOST_REASON_BYTES = 123;

    /** States, by what the connection waits for. */
    private enum State {
        /** The end of the handshake. */
        UPGRADING,
        /** Messages. */
        OPEN,
        /** The peer's close frame. */
        CLOSING,
        /** Nothing. */
        CLOSED
    }

    private final WsSession session;
    private final int maxMessageBytes;
    private final int firstMessageMs;
    private final WsProof proof;
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
    private long fullNs;
    private boolean full;
    private final Runnable flush = this::flush;
    private boolean flushing;
    private ByteBuf fragments;
    private int fragmentCount;
    private boolean fragmentsAreText;

    WsConnection(WsDecision.Accept accept, WsSettings settings, WsCounters counters, LongSupplier clock) {
        this.session = accept.session();
        this.maxMessageBytes = accept.maxMessageBytes();
        this.firstMessageMs = accept.firstMessageMs();
        this.proof = accept.proof();
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
        counters.increment(WsCounter.OPENED);
        channel.config()
                .setWriteBufferWaterMark(
                        new WriteBufferWaterMark(settings.audioWaitingBytes() / 4, settings.audioWaitingBytes()));
        openedNs = clock.getAsLong();
        heardNs = openedNs;
        pingNs = openedNs;
        int everyMs = Math.min(settings.pingMs(), firstMessageMs == 0 ? settings.pingMs() : firstMessageMs) / 4 + 1;
        watch = channel.eventLoop().scheduleAtFixedRate(this::watch, everyMs, everyMs, TimeUnit.MILLISECONDS);
        if (!proof.shown()) {
            channel.eventLoop().schedule(this::proofDue, settings.proofMs(), TimeUnit.MILLISECONDS);
        }
        run(() -> session.opened(this, openedNs));
        channel.config().setAutoRead(true);
        channel.read();
    }

    private void proofDue() {
        if (state == State.OPEN && !proof.shown()) {
            counters.increment(WsCounter.UNPROVEN);
            close(POLICY_VIOLATION, "no key was shown within " + settings.proofMs() + " ms");
        }
    }

    private void watch() {
        long nowNs = clock.getAsLong();
        if (state != State.OPEN) {
            return;
        }
        if (firstMessageMs > 0 && ms(nowNs - openedNs) >= firstMessageMs && !(spoke && session.begun())) {
            counters.increment(WsCounter.SILENT);
            close(
                    POLICY_VIOLATION,
                    (spoke ? "nothing was begun for " : "nothing was said for ") + firstMessageMs + " ms");
        } else if (full && ms(nowNs - fullNs) >= settings.idleMs()) {
            counters.increment(WsCounter.SLOW);
            close(TRY_AGAIN_LATER, "nothing was read for " + settings.idleMs() + " ms");
        } else if (ms(nowNs - heardNs) >= settings.idleMs()) {
            counters.increment(WsCounter.SILENT);
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

    /** Takes a whole message of one frame; text is ASCII. The buffer is only lent. */
    void whole(ByteBuf content, boolean text) {
        if (state == State.OPEN) {
            heardNs = clock.getAsLong();
            spoke = true;
            message(content, text);
        }
    }

    private void read(WebSocketFrame frame) {
        if (frame instanceof PingWebSocketFrame) {
            pong(frame.content());
        } else if (frame instanceof CloseWebSocketFrame goodbye) {
            closedByPeer(goodbye);
        } else if (state == State.OPEN && !(frame instanceof PongWebSocketFrame)) {
            spoke = true;
            data(frame);
        }
    }

    /** Pongs wait like messages: a peer that sends pings without end and reads nothing is disconnected. */
    private void pong(ByteBuf content) {
        if (state == State.OPEN && roomFor(content.readableBytes())) {
            write(new PongWebSocketFrame(content.retain()));
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
        try {
            if (text) {
                session.text(content, heardNs);
            } else {
                session.binary(content, heardNs);
            }
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            failed(fault);
        }
    }

    private void run(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            failed(fault);
        }
    }

    private void failed(Throwable fault) {
        counters.increment(WsCounter.FAULT);
        LOG.error("A WebSocket session failed; its connection is closed", fault);
        close(INTERNAL_ERROR, "an internal error");
    }

    private void closedByPeer(CloseWebSocketFrame goodbye) {
        int code = goodbye.statusCode();
        if (state == State.OPEN && code > LAST_CLOSE_CODE) {
            counters.increment(WsCounter.MALFORMED);
            goodbye(WebSocketCloseStatus.PROTOCOL_ERROR.code(), code + " is no close code (RFC 6455 section 7.4)")
                    .addListener(ChannelFutureListener.CLOSE);
        } else if (state == State.OPEN) {
            closing();
            channel.writeAndFlush(code < 0 ? new CloseWebSocketFrame() : new CloseWebSocketFrame(code, ""))
                    .addListener(ChannelFutureListener.CLOSE);
        } else {
            channel.close();
        }
    }

    private void oversized() {
        counters.increment(WsCounter.OVERSIZED);
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
        full = !channel.isWritable();
        fullNs = clock.getAsLong();
        if (state == State.OPEN && !full) {
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
            counters.closed();
            run(() -> session.closed(clock.getAsLong()));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof CorruptedWebSocketFrameException broken) {
            boolean big = WebSocketCloseStatus.MESSAGE_TOO_BIG.equals(broken.closeStatus());
            counters.increment(big ? WsCounter.OVERSIZED : WsCounter.MALFORMED);
            if (state == State.OPEN) {
                violated(broken);
            }
        } else {
            LOG.debug("connection {} failed", channel.remoteAddress(), cause);
            ctx.close();
        }
    }

    /** Nothing after this can be read. The peer receives the reason; its remaining bytes are read first. */
    private void violated(CorruptedWebSocketFrameException broken) {
        channel.pipeline().addBefore(WsUpgrade.DECODER, "drain", new Drain());
        ChannelFuture closing = goodbye(broken.closeStatus().code(), broken.getMessage());
        if (channel instanceof DuplexChannel socket && channel.pipeline().get(SslHandler.class) == null) {
            closing.addListener(written -> socket.shutdownOutput());
        }
    }

    // ---- output -----------------------------------------------------------------------------------------------------

    @Override
    public EventLoop loop() {
        return channel.eventLoop();
    }

    @Override
    public ByteBuf buffer(int bytes) {
        return FrameHeader.leaveRoom(channel.alloc().buffer(FrameHeader.LONGEST + bytes));
    }

    @Override
    public void text(ByteBuf message) {
        if (state != State.OPEN) {
            message.release();
            return;
        }
        if (roomFor(message.readableBytes())) {
            write(FrameHeader.put(message, false));
        } else {
            message.release();
        }
    }

    /** Returns whether {@code bytes} more may wait; otherwise the peer reads too slowly and is disconnected. */
    private boolean roomFor(int bytes) {
        if (waiting() + bytes <= settings.mostWaitingBytes()) {
            return true;
        }
        counters.increment(WsCounter.SLOW);
        close(TRY_AGAIN_LATER, "messages are read too slowly");
        return false;
    }

    @Override
    public boolean audio(ByteBuf message, boolean binary) {
        if (state != State.OPEN || !channel.isWritable()) {
            message.release();
            counters.increment(WsCounter.AUDIO_DROPPED);
            return false;
        }
        write(FrameHeader.put(message, binary));
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

    /** Messages of one turn of the loop are flushed together. */
    private void write(Object frame) {
        channel.write(frame, channel.voidPromise());
        if (!flushing) {
            flushing = true;
            channel.eventLoop().execute(flush);
        }
    }

    private void flush() {
        flushing = false;
        channel.flush();
    }

    @Override
    public void close(int code, String reason) {
        if (state == State.OPEN) {
            goodbye(code, reason);
        }
    }

    private ChannelFuture goodbye(int code, String reason) {
        closing();
        return channel.writeAndFlush(new CloseWebSocketFrame(code, fitting(reason)));
    }

    /** Returns as many whole characters of {@code reason} as fit into a close frame. */
    private static String fitting(String reason) {
        int bytes = 0;
        for (int at = 0; at < reason.length(); at = reason.offsetByCodePoints(at, 1)) {
            int symbol = reason.codePointAt(at);
            bytes += symbol < 0x80 ? 1 : symbol < 0x800 ? 2 : symbol < 0x10000 ? 3 : 4;
            if (bytes > MOST_REASON_BYTES) {
                return reason.substring(0, at);
            }
        }
        return reason;
    }

    /** Limits the wait for a peer that does not answer, or does not read, whichever side closed first. */
    private void closing() {
        state = State.CLOSING;
        channel.eventLoop().schedule(() -> channel.close(), CLOSE_WAIT_MS, TimeUnit.MILLISECONDS);
    }
}
