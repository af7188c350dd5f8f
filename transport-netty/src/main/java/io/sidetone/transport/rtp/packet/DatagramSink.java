package io.sidetone.transport.rtp.packet;

import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;

/** Destination of datagrams: one buffer, filled and sent again and again. Event loop only. */
public interface DatagramSink {
    /**
     * Returns the empty buffer to fill, or null while the socket has not taken the datagram before. The sink keeps
     * ownership.
     */
    ByteBuf claim();

    /**
     * Sends what was written into the buffer claimed last.
     *
     * @return false when it waits for others, to leave with them
     */
    boolean send(InetSocketAddress remote);
}
