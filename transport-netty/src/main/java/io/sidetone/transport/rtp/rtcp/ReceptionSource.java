package io.sidetone.transport.rtp.rtcp;

/** Source of what a report block says about the stream received. Event loop of the call only. */
public interface ReceptionSource {
    /** Returns whether a source is being received. */
    boolean receiving();

    /** Returns the SSRC received. */
    int remoteSsrc();

    /** Returns the loss since the last call as a fraction of 256, and begins a new interval. */
    int takeFractionLost();

    /** Returns the packets lost since the source began, possibly negative. */
    long cumulativeLost();

    /** Returns cycles and highest sequence number. */
    int extendedHighestSequence();

    /** Returns the interarrival jitter in timestamp units. */
    int jitter();
}
