package io.sidetone.transport.sip.endpoint;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.capture.SipTap;
import io.sidetone.transport.sip.message.SipLimits;
import io.sidetone.transport.sip.source.SourcePolicy.Admission;
import java.net.InetSocketAddress;
import java.util.function.LongSupplier;

/** One datagram, one message (RFC 3261 section 18.3). Decides by source and size before anything is parsed. */
final class DatagramHandler extends SimpleChannelInboundHandler<DatagramPacket> {
    private static final int MAX_KEEPALIVE_BYTES = 4;

    private ListeningPoint listener;
    private final AllowedPeers peers;
    private final MessageIntake intake;
    private final SingleWriterCounters<SipCounter> counters;
    private final SparseLog log;
    private final SipLimits limits;
    private final LongSupplier nanoClock;
    private final byte[] scratch;
    private SipTap tap = SipTap.NONE;

    DatagramHandler(
            ListeningPoint listener,
            AllowedPeers peers,
            MessageIntake intake,
            SingleWriterCounters<SipCounter> counters,
            SparseLog log,
            SipLimits limits,
            LongSupplier nanoClock) {
        this.listener = listener;
        this.peers = peers;
        this.intake = intake;
        this.counters = counters;
        this.log = log;
        this.limits = limits;
        this.nanoClock = nanoClock;
        this.scratch = new byte[receiveBytes(limits)];
    }

    /** Says who sees every message. */
    DatagramHandler tappedBy(SipTap newTap) {
        tap = newTap;
        return this;
    }

    /** Receive buffers hold one byte more than the limit: a datagram that fills them was too large. */
    static int receiveBytes(SipLimits limits) {
        return limits.maxMessageBytes() + 1;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, DatagramPacket packet) {
        long nowNs = nanoClock.getAsLong();
        counters.increment(SipCounter.DATAGRAMS_IN);
        InetSocketAddress source = packet.sender();
        Admission admission = peers.admit(source.getAddress());
        if (!admission.admitted()) {
            counters.increment(SipCounter.SOURCE_REFUSED);
            if (log.due(SipCounter.SOURCE_REFUSED, nowNs)) {
                log.say(SipCounter.SOURCE_REFUSED, "UDP from " + source, nowNs);
            }
            return;
        }
        ByteBuf content = packet.content();
        if (isKeepalive(content)) {
            counters.increment(SipCounter.KEEPALIVES_IN);
            return;
        }
        int length = Math.min(content.readableBytes(), scratch.length);
        content.getBytes(content.readerIndex(), scratch, 0, length);
        DatagramFlow flow =
                new DatagramFlow(ctx.channel(), bound(ctx), packet.recipient(), source, source, admission, counters);
        flow.tappedBy(tap);
        intake.receive(scratch, 0, length, limits, flow, nowNs);
    }

    /** The port is known once the socket is bound. */
    private ListeningPoint bound(ChannelHandlerContext ctx) {
        if (listener.address().getPort() == 0) {
            listener = listener.at((InetSocketAddress) ctx.channel().localAddress());
        }
        return listener;
    }

    private static boolean isKeepalive(ByteBuf content) {
        int length = content.readableBytes();
        if (length > MAX_KEEPALIVE_BYTES) {
            return false;
        }
        for (int i = content.readerIndex(); i < content.writerIndex(); i++) {
            byte b = content.getByte(i);
            if (b != '\r' && b != '\n' && b != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        counters.increment(SipCounter.SOCKET_ERRORS);
        log.report(
                SipCounter.SOCKET_ERRORS, "UDP " + ctx.channel().localAddress() + ": " + cause, nanoClock.getAsLong());
    }
}
