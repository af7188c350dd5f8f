package io.sidetone.transport.rtp.socket;

import java.net.InetSocketAddress;

/** A call on a shared pair. */
final class SharedCall {
    final DatagramReceiver receiver;

    /** Sources from which its packets come. */
    PacketSources sources;

    /** True when a packet from its address has shown its SSRC. */
    boolean ssrcKnown;

    int ssrc;

    SharedCall(DatagramReceiver receiver) {
        this.receiver = receiver;
    }

    /** Returns whether the peer has named {@code source}. */
    boolean names(boolean rtcpPort, InetSocketAddress source) {
        return sources != null && source.equals(rtcpPort ? sources.rtcp() : sources.rtp());
    }
}
