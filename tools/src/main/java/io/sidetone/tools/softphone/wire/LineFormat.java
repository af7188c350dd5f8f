package io.sidetone.tools.softphone.wire;

import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.codec.G722;
import io.sidetone.speech.codec.OpusLibrary;
import io.sidetone.transport.sip.sdp.SdpCodec;
import java.util.function.Supplier;

/**
 * The media format that both sides agreed on.
 *
 * @param codec codec of sent packets
 * @param payloadType payload type of sent packets
 * @param eventPayloadType payload type of sent telephone events, or {@link #NO_EVENTS}
 */
public record LineFormat(AudioCodec codec, int payloadType, int eventPayloadType) {
    /** The peer accepts no telephone events. */
    public static final int NO_EVENTS = -1;

    /** Payload type of µ-law (RFC 3551). */
    public static final int PCMU = 0;

    /** Payload type of A-law (RFC 3551). */
    public static final int PCMA = 8;

    /** Payload type of G.722 (RFC 3551). */
    public static final int G722 = 9;

    /** Payload type of Opus in our offers. */
    public static final int OPUS = SdpCodec.OPUS.payloadType();

    private static final int CLOCK_HZ = 8_000;
    private static final int OPUS_CLOCK_HZ = 48_000;

    /** Returns the rate of the timestamps of packets of {@code payloadType}, in hertz. */
    static int clockRateHz(int payloadType) {
        return payloadType == OPUS ? OPUS_CLOCK_HZ : CLOCK_HZ;
    }

    /** Returns whether packets of {@code payloadType} carry sound. */
    public static boolean sound(int payloadType) {
        return payloadType == PCMU || payloadType == PCMA || payloadType == G722 || payloadType == OPUS;
    }

    /** Returns a codec of a payload type for one stream, or null for an unknown type. */
    public static AudioCodec codecOf(int payloadType) {
        if (payloadType == OPUS) {
            return OpusLibrary.codecs().map(Supplier::get).orElse(null);
        }
        switch (payloadType) {
            case PCMU:
                return G711.PCMU;
            case PCMA:
                return G711.PCMA;
            case G722:
                return new G722();
            default:
                return null;
        }
    }
}
