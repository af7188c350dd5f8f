package io.sidetone.transport.rtp.socket;

/** A call on a shared pair. */
final class SharedCall {
    final DatagramReceiver receiver;

    /** Where its packets come from. */
    PacketSources sources;

    /** Whether a packet from its address has told the number of its source. */
    boolean ssrcKnown;

    int ssrc;

    SharedCall(DatagramReceiver receiver) {
        this.receiver = receiver;
    }
}
