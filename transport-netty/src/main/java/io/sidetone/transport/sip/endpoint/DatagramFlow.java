package io.sidetone.transport.sip.endpoint;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.socket.DatagramPacket;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.sip.message.Via;
import io.sidetone.transport.sip.source.SourcePolicy.Admission;
import java.net.InetSocketAddress;

/** UDP from our port to one address. Requests and responses leave from the port that requests arrive at (RFC 3581). */
final class DatagramFlow extends EndpointFlow {
    private final Channel channel;
    private final InetSocketAddress remote;
    private final SingleWriterCounters<SipCounter> counters;

    DatagramFlow(
            Channel channel,
            ListeningPoint listener,
            InetSocketAddress local,
            InetSocketAddress source,
            InetSocketAddress remote,
            Admission admission,
            SingleWriterCounters<SipCounter> counters) {
        super(listener, local, source, admission);
        this.channel = channel;
        this.remote = remote;
        this.counters = counters;
    }

    @Override
    EndpointFlow answering(Via topVia) {
        if (topVia.hasRport() || admission().nat()) {
            return this;
        }
        int port = topVia.port() < 0 ? SipTransport.UDP.defaultPort() : topVia.port();
        if (port == remote.getPort()) {
            return this;
        }
        InetSocketAddress sentBy = new InetSocketAddress(source().getAddress(), port);
        DatagramFlow back = new DatagramFlow(channel, listener(), local(), source(), sentBy, admission(), counters);
        back.tappedBy(tap());
        return back;
    }

    @Override
    public InetSocketAddress remote() {
        return remote;
    }

    @Override
    public void send(byte[] message) {
        if (!channel.isWritable()) {
            counters.increment(SipCounter.SEND_DROPPED);
            return;
        }
        counters.increment(SipCounter.MESSAGES_OUT);
        show(true, message, 0, message.length);
        channel.writeAndFlush(new DatagramPacket(Unpooled.wrappedBuffer(message), remote))
                .addListener(sent -> {
                    if (!sent.isSuccess()) {
                        counters.increment(SipCounter.SEND_FAILED);
                    }
                });
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DatagramFlow that && that.channel == channel && that.remote.equals(remote);
    }

    @Override
    public int hashCode() {
        return remote.hashCode();
    }

    @Override
    public void dialogBegan() {
        // A datagram needs no connection that could be closed.
    }

    @Override
    public void dialogEnded() {
        // As above.
    }
}
