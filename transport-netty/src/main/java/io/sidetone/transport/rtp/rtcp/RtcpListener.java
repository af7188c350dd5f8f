package io.sidetone.transport.rtp.rtcp;

/** What RTCP reports to the call. Event loop of the call only. */
public interface RtcpListener {
    /** The peer lives. */
    void onReport(long nowNs);

    /**
     * The peer reports how it receives us.
     *
     * @param fractionLost share of our packets lost since its last report, of 256
     * @param jitter interarrival jitter in timestamp units, unsigned
     */
    void onReception(int fractionLost, long jitter, long nowNs);

    /** A packet of ours took {@code roundTripMicros} to the peer and back. */
    void onRoundTrip(long roundTripMicros, long nowNs);
}
