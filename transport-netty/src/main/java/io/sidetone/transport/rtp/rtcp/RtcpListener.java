package io.sidetone.transport.rtp.rtcp;

/** What RTCP tells the call. Event loop of the call only. */
public interface RtcpListener {
    /** The peer lives. */
    void onReport(long nowNs);

    /** A packet of ours took {@code roundTripMicros} to the peer and back. */
    void onRoundTrip(long roundTripMicros, long nowNs);
}
