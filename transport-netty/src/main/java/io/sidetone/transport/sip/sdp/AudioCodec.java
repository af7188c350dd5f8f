package io.sidetone.transport.sip.sdp;

/** The codecs we speak on trunks, one channel each: G.722 and G.711 (RFC 3551 sections 4.5.2 and 4.5.14). */
public enum AudioCodec {
    G722(9, 16_000),
    PCMU(0, 8_000),
    PCMA(8, 8_000);

    /** Of G.722 too, whose rtpmap has said so by mistake since the first profile. */
    private static final int CLOCK_RATE_HZ = 8_000;

    private final int payloadType;
    private final int sampleRateHz;

    AudioCodec(int payloadType, int sampleRateHz) {
        this.payloadType = payloadType;
        this.sampleRateHz = sampleRateHz;
    }

    /** Static payload type. */
    public int payloadType() {
        return payloadType;
    }

    /** Rate of the sound in Hz, which is not always the RTP clock rate. */
    public int sampleRateHz() {
        return sampleRateHz;
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
