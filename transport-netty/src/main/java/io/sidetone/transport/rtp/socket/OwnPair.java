package io.sidetone.transport.rtp.socket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;

/** A pair of one call: all that comes is the call's to judge, and the sockets close with it. */
public final class OwnPair implements PortPair {
    private final Channel rtp;
    private final Channel rtcp;
    private DatagramReceiver owner;

    /** Creates the pair of two bound sockets that nothing is read from until a call {@link #expect expects} packets. */
    public OwnPair(Channel rtp, Channel rtcp) {
        this.rtp = rtp;
        this.rtcp = rtcp;
    }

    @Override
    public Channel rtp() {
        return rtp;
    }

    @Override
    public Channel rtcp() {
        return rtcp;
    }

    @Override
    public SendBatch batch() {
        return null;
    }

    @Override
    public boolean expect(DatagramReceiver call, PacketSources sources) {
        owner = call;
        return true;
    }

    @Override
    public boolean admits(DatagramReceiver call, InetSocketAddress rtp) {
        return true;
    }

    @Override
    public void leave(DatagramReceiver call) {
        rtp.close();
        rtcp.close();
    }

    @Override
    public DatagramReceiver receiver(boolean rtcpPort, ByteBuf datagram, InetSocketAddress source) {
        return owner;
    }

    @Override
    public void onSocketError() {
        owner.onSocketError();
    }
}
