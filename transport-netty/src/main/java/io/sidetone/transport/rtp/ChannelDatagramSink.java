package io.sidetone.transport.rtp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.DatagramPacket;
import io.sidetone.transport.capture.CallTap;
import io.sidetone.transport.rtp.packet.DatagramSink;
import io.sidetone.transport.rtp.socket.SendBatch;
import java.net.InetSocketAddress;

/**
 * A datagram channel with one buffer of its own.
 *
 * <p>The buffer is written again only when the channel has released it, so no packet needs a new one; and a frame
 * never waits behind another of its call in the outbound buffer, where the fence could no longer reach it. Event loop only.
 */
final class ChannelDatagramSink implements DatagramSink {
    private final Channel channel;
    private final SendBatch batch;
    private final ByteBuf buffer;
    private DatagramPacket datagram;
    private CallTap tap;

    /**
     * Creates a sink.
     *
     * @param batch what sends the packets of many calls through {@code channel}; null where each leaves alone
     * @param capacity bytes of the longest datagram
     */
    ChannelDatagramSink(Channel channel, SendBatch batch, int capacity) {
        this.channel = channel;
        this.batch = batch;
        this.buffer = channel.alloc().directBuffer(capacity, capacity);
    }

    /** Says who sees what is sent; null for nobody. */
    void tappedBy(CallTap newTap) {
        tap = newTap;
    }

    @Override
    public ByteBuf claim() {
        if (batch != null && buffer.refCnt() != 1) {
            batch.flush();
        }
        ChannelOutboundBuffer outbound = channel.unsafe().outboundBuffer();
        if (outbound == null || !outbound.isEmpty() || buffer.refCnt() != 1) {
            return null;
        }
        return buffer.clear();
    }

    @Override
    public boolean send(InetSocketAddress remote) {
        if (datagram == null || datagram.recipient() != remote) {
            datagram = new DatagramPacket(buffer, remote);
        }
        if (tap != null && tap.capturing()) {
            tap.datagram(true, buffer, (InetSocketAddress) channel.localAddress(), remote);
        }
        if (batch != null) {
            return batch.send(datagram.retain());
        }
        channel.writeAndFlush(datagram.retain(), channel.voidPromise());
        return true;
    }

    /** Lets go of the buffer; nothing may be claimed any more. */
    void release() {
        buffer.release();
    }
}
