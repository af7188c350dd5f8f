package io.sidetone.transport.rtp.receive;

/** Takes packets in sequence order from a {@link ReorderWindow}. */
public interface PacketConsumer {
    /**
     * Takes one packet. The array is the window's or the caller's: copy what must live.
     *
     * @param extended place in the stream
     * @param timestamp RTP timestamp
     * @param payloadType 0…127
     * @param marker marker bit
     * @param payload holds {@code length} payload bytes from index 0
     * @param nowNs the present time, not that of arrival: packets that waited are younger to the lane
     */
    void onPacket(
            long extended, int timestamp, int payloadType, boolean marker, byte[] payload, int length, long nowNs);

    /** The next {@code count} packets in order will not come. */
    void onLost(long count);
}
