package io.sidetone.transport.rtp.socket;

import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;

/** A call that takes datagrams. Its media event loop only. */
public interface DatagramReceiver {
    /**
     * Takes a datagram; the buffer stays the caller's.
     *
     * @param rtcpPort whether it came to the RTCP socket
     */
    void onDatagram(boolean rtcpPort, ByteBuf datagram, InetSocketAddress source, long nowNs);

    /** The operating system refused a datagram of ours. */
    void onSocketError();
}
