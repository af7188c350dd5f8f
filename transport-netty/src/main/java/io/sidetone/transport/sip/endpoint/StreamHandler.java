package io.sidetone.transport.sip.endpoint;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.sip.message.SipLimits;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.tls.SubjectNames;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;

/** One TCP or TLS connection: feeds the framer, answers pings, closes what is corrupt, stalled, or spoke the wrong protocol. */
final class StreamHandler extends ChannelInboundHandlerAdapter implements StreamFramer.Sink {
    /** First bytes of TLS: a record of type handshake or alert (RFC 8446 section 5.1). */
    private static final int TLS_HANDSHAKE = 0x16;

    private static final int TLS_ALERT = 0x15;
    private static final byte[] PONG = "\r\n".getBytes(StandardCharsets.US_ASCII);

    private final StreamFlow flow;
    private final boolean accepted;
    private final StreamConnections connections;
    private final MessageIntake intake;
    private final SingleWriterCounters<SipCounter> counters;
    private final SipLimits limits;
    private final LongSupplier nanoClock;
    private final StreamFramer framer;
    private ChannelHandlerContext context;
    private long nowNs;
    private long openedNs;
    private boolean begun;
    private boolean tlsFailed;
    private boolean heard;
    private long lastReadNs;
    private long messageBeganNs;

    /**
     * Creates the handler of one connection.
     *
     * @param accepted whether the peer opened it
     */
    StreamHandler(
            StreamFlow flow,
            boolean accepted,
            StreamConnections connections,
            MessageIntake intake,
            SingleWriterCounters<SipCounter> counters,
            SipLimits limits,
            LongSupplier nanoClock) {
        this.flow = flow;
        this.accepted = accepted;
        this.connections = connections;
        this.intake = intake;
        this.counters = counters;
        this.limits = limits;
        this.nanoClock = nanoClock;
        this.framer = new StreamFramer(limits);
    }

    StreamFlow flow() {
        return flow;
    }

    /** Returns whether the peer opened it and no dialog needs it. */
    boolean displaceable() {
        return accepted && !flow.inDialog();
    }

    long lastReadNs() {
        return lastReadNs;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        lastReadNs = nanoClock.getAsLong();
        openedNs = lastReadNs;
        messageBeganNs = lastReadNs;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object read) {
        nowNs = nanoClock.getAsLong();
        lastReadNs = nowNs;
        if (framer.state() == StreamFramer.State.BETWEEN) {
            messageBeganNs = nowNs;
        }
        ByteBuf in = (ByteBuf) read;
        try {
            if (!begun && in.isReadable() && isTls(in.getByte(in.readerIndex()))) {
                flow.failed("the peer speaks TLS; use transport=tls with it, and the port of TLS here");
                intake.refuse(SipCounter.TLS_ON_PLAIN, flow.problem(), flow, nowNs);
                flow.close();
                in.skipBytes(in.readableBytes());
            }
            begun |= in.isReadable();
            framer.feed(in, this);
        } finally {
            ReferenceCountUtil.release(read);
        }
    }

    private static boolean isTls(int first) {
        return first == TLS_HANDSHAKE || first == TLS_ALERT;
    }

    /** A handshake is over; what waits on a connection of ours may go. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (!handshake.isSuccess()) {
                tlsFailed(handshake.cause());
            } else {
                counters.increment(SipCounter.TLS_HANDSHAKES);
                flow.proved(provedName(ctx.pipeline().get(SslHandler.class)));
                if (!accepted) {
                    flow.opened(ctx.channel());
                }
            }
        }
    }

    /** A peer that we call has the name that we called; one that calls us has the first of those in its certificate, if it showed one. */
    private String provedName(SslHandler handshake) {
        if (!accepted) {
            return flow.remote().getHostString();
        }
        return handshake == null ? "" : SubjectNames.proved(handshake.engine().getSession());
    }

    private void tlsFailed(Throwable cause) {
        if (!tlsFailed && flow.isOpen()) {
            tlsFailed = true;
            boolean plain = accepted && TlsFailure.plainText(cause);
            flow.failed(TlsFailure.text(cause, accepted, flow.remote().getHostString()));
            intake.refuse(
                    plain ? SipCounter.PLAIN_TEXT_ON_TLS : SipCounter.TLS_FAILED,
                    flow.problem(),
                    flow,
                    nanoClock.getAsLong());
        }
    }

    @Override
    public void onFrame(byte[] bytes, int offset, int length) {
        heard = true;
        messageBeganNs = nowNs;
        intake.receive(bytes, offset, length, limits, flow, nowNs);
    }

    @Override
    public void onPing() {
        counters.increment(SipCounter.KEEPALIVES_IN);
        if (context.channel().isWritable()) {
            counters.increment(SipCounter.PONGS_OUT);
            context.writeAndFlush(Unpooled.wrappedBuffer(PONG));
        }
    }

    @Override
    public void onCorrupt(SipParseException problem, byte[] bytes, int offset, int length) {
        counters.increment(SipCounter.STREAM_CORRUPT);
        if (problem == null) {
            intake.refuse(SipCounter.NOT_SIP, "stream without SIP start line", flow, nowNs);
        } else {
            intake.unparseable(problem, bytes, offset, length, flow, nowNs);
        }
        intake.failing(flow, nowNs);
        flow.closeAfterWrites();
    }

    /** True when a message, or the peer's first one, is not complete in time, or nothing came for too long. */
    boolean stalled(long atNs, long firstMessageTimeoutNs, long partialMessageTimeoutNs, long idleTimeoutNs) {
        boolean between = framer.state() == StreamFramer.State.BETWEEN;
        return accepted && !heard && atNs - openedNs > firstMessageTimeoutNs
                || atNs - lastReadNs > idleTimeoutNs
                || (!between && atNs - messageBeganNs > partialMessageTimeoutNs);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        connections.ended(this, nanoClock.getAsLong());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (TlsFailure.isTls(cause)) {
            tlsFailed(cause);
            ctx.close();
            return;
        }
        intake.refuse(SipCounter.SOCKET_ERRORS, cause.toString(), flow, nanoClock.getAsLong());
        ctx.close();
    }
}
