package io.sidetone.transport.sip.sdp;

import java.util.Comparator;
import java.util.List;

/**
 * The codecs we speak on trunks, one channel each: Opus (RFC 7587), G.722 and G.711 (RFC 3551 sections 4.5.2 and 4.5.14).
 */
public enum SdpCodec {
    /** Its number is chosen by who offers it; its two channels are those of the encoding name alone (RFC 7587 section 7). */
    OPUS(111, 16_000, 48_000, "opus/48000/2"),
    G722(9, 16_000, 8_000, "G722/8000"),
    PCMU(0, 8_000, 8_000, "PCMU/8000"),
    PCMA(8, 8_000, 8_000, "PCMA/8000");

    /** Those that need no library, the preferred first. */
    public static final List<SdpCodec> BUILT_IN = List.of(G722, PCMU, PCMA);

    private static final int FIRST_DYNAMIC = 96;

    private final int payloadType;
    private final int sampleRateHz;
    private final int clockRateHz;
    private final String encoding;

    SdpCodec(int payloadType, int sampleRateHz, int clockRateHz, String encoding) {
        this.payloadType = payloadType;
        this.sampleRateHz = sampleRateHz;
        this.clockRateHz = clockRateHz;
        this.encoding = encoding;
    }

    /** Returns those of a call that keeps its rate: codecs of another one cost a conversion, and come last. */
    public static List<SdpCodec> sameRateFirst(List<SdpCodec> codecs, int sampleRateHz) {
        return codecs.stream()
                .sorted(Comparator.comparing(codec -> codec.sampleRateHz != sampleRateHz))
                .toList();
    }

    /** Returns those of the lowest rate, which is the one that all telephones have. */
    public static List<SdpCodec> ofLowestRate(List<SdpCodec> codecs) {
        int rateHz = codecs.stream().mapToInt(SdpCodec::sampleRateHz).min().orElseThrow();
        return codecs.stream().filter(codec -> codec.sampleRateHz == rateHz).toList();
    }

    /** Static payload type, or the one we offer. */
    public int payloadType() {
        return payloadType;
    }

    /** Returns whether the payload type means this codec without an rtpmap. */
    public boolean isStatic() {
        return payloadType < FIRST_DYNAMIC;
    }

    /** Rate of the sound in Hz, which is not always the RTP clock rate. */
    public int sampleRateHz() {
        return sampleRateHz;
    }

    /** RTP clock rate in Hz; of G.722 8,000, as its rtpmap has said by mistake since the first profile. */
    public int clockRateHz() {
        return clockRateHz;
    }

    /** As rtpmap writes it: {@code PCMU/8000}. */
    public String encoding() {
        return encoding;
    }

    /** Returns what fmtp says of us as a receiver, or null for nothing. */
    String parameters() {
        return this == OPUS ? "maxplaybackrate=16000;sprop-maxcapturerate=16000;stereo=0;useinbandfec=1" : null;
    }

    /** True when an rtpmap encoding is this codec; names compare without case, {@code /1} may follow. */
    boolean is(String written) {
        return matches(written, encoding);
    }

    /** True when an rtpmap encoding has the name of this codec, with whatever clock, or none. */
    boolean isNamed(String written) {
        return name(written).equalsIgnoreCase(name(encoding));
    }

    /** Names compare without case, one channel may be said, and the clock may be left out. */
    static boolean matches(String encoding, String wanted) {
        return encoding != null
                && (encoding.equalsIgnoreCase(wanted)
                        || encoding.equalsIgnoreCase(wanted + "/1")
                        || encoding.equalsIgnoreCase(name(wanted)));
    }

    private static String name(String encoding) {
        int slash = encoding.indexOf('/');
        return slash < 0 ? encoding : encoding.substring(0, slash);
    }
}
