package io.sidetone.transport.rtp.socket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;

/** The two sockets that a call's packets go through, RTP and RTCP. Their media event loop only. */
public interface PortPair {
    /** Returns the socket of RTP. */
    Channel rtp();

    /** Returns the socket of RTCP. */
    Channel rtcp();

    /** Returns what sends the RTP of many calls together; null where each packet leaves alone. */
    SendBatch batch();

    /**
     * The packets of {@code call} come from there from now on, unless another call has named one of the addresses: the older claim stands,
     * or who names the address of another would speak into that call.
     *
     * @param sources may be null on a pair that is the call's alone: all that comes is its to judge
     * @return false where another call has named an address: then all stays as it was
     */
    boolean expect(DatagramReceiver call, PacketSources sources);

    /** Returns whether no other call than {@code call} has named {@code rtp}. Any thread. */
    boolean admits(DatagramReceiver call, InetSocketAddress rtp);

    /** {@code call} is over: it sends nothing more and takes nothing more. */
    void leave(DatagramReceiver call);

    /**
     * Returns the call that a datagram belongs to, or null when there is none; that is counted.
     *
     * @param rtcpPort whether it came to the RTCP socket
     */
    DatagramReceiver receiver(boolean rtcpPort, ByteBuf datagram, InetSocketAddress source);

    /** The operating system refused a datagram of ours. */
    void onSocketError();
}
