package io.sidetone.transport.rtp.rtcp;

import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;

/** Listener to what RTCP reports to the call. Event loop of the call only. */
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

    /** The peer's extended report says how it hears the call: MOS-CQ, 1…5 (RFC 3611 section 4.7.5). */
    void onOpinion(double score);

    /** A report of ours goes out, in plain; the buffer stays the caller's. */
    void onReportSent(ByteBuf compound, InetSocketAddress target, long nowNs);

    /** A packet of ours took {@code roundTripMicros} to the peer and back. */
    void onRoundTrip(long roundTripMicros, long nowNs);
}
