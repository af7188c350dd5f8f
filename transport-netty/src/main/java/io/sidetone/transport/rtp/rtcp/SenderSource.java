package io.sidetone.transport.rtp.rtcp;

/** Source of what a sender report says about the stream sent. Event loop of the call only. */
public interface SenderSource {
    /** Returns our SSRC. */
    int ssrc();

    /** Returns the packets sent so far. */
    long packetsSent();

    /** Returns the payload bytes sent so far. */
    long octetsSent();

    /** Returns the RTP timestamp that corresponds to {@code nowNs}. */
    int timestampAt(long nowNs);
}
