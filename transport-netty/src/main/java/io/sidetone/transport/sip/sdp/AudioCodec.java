package io.sidetone.transport.sip.sdp;

/** The codecs we speak on trunks: G.711 at 8 kHz, one channel (RFC 3551 section 4.5.14). */
public enum AudioCodec {
    PCMU(0),
    PCMA(8);

    private static final int CLOCK_RATE_HZ = 8000;

    private final int payloadType;

    AudioCodec(int payloadType) {
        this.payloadType = payloadType;
    }

    /** Static payload type. */
    public int payloadType() {
        return payloadType;
    }

    /** RTP clock rate in Hz. */
    public int clockRateHz() {
        return CLOCK_RATE_HZ;
    }

    /** As rtpmap writes it: {@code PCMU/8000}. */
    public String encoding() {
        return name() + '/' + CLOCK_RATE_HZ;
    }

    /** True when an rtpmap encoding is this codec; names compare without case, {@code /1} may follow. */
    boolean is(String encoding) {
        return matches(encoding, encoding());
    }

    static boolean matches(String encoding, String wanted) {
        return encoding != null && (encoding.equalsIgnoreCase(wanted) || encoding.equalsIgnoreCase(wanted + "/1"));
    }
}
