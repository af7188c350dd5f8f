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
     * The packets of {@code call} come from there from now on.
     *
     * @param sources may be null on a pair that is the call's alone: all that comes is its to judge
     */
    void expect(DatagramReceiver call, PacketSources sources);

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
