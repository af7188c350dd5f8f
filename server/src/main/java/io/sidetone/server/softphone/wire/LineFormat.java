package io.sidetone.server.softphone.wire;

import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.codec.G722;
import io.sidetone.audio.codec.Pcma;
import io.sidetone.audio.codec.Pcmu;

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

    /** Returns a codec of a static payload type for one stream, or null for an unknown type. */
    public static AudioCodec codecOf(int payloadType) {
        switch (payloadType) {
            case PCMU:
                return Pcmu.INSTANCE;
            case PCMA:
                return Pcma.INSTANCE;
            case G722:
                return new G722();
            default:
                return null;
        }
    }
}
