package io.sidetone.server.softphone.wire;

import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.codec.G722;
import io.sidetone.audio.codec.Pcma;
import io.sidetone.audio.codec.Pcmu;

/**
 * What both sides agreed to send each other.
 *
 * @param codec what we send with
 * @param payloadType its number on packets we send
 * @param eventPayloadType number of telephone events on packets we send, or {@link #NO_EVENTS}
 */
public record LineFormat(AudioCodec codec, int payloadType, int eventPayloadType) {
    /** The peer takes no telephone events. */
    public static final int NO_EVENTS = -1;

    /** Payload type of µ-law (RFC 3551). */
    public static final int PCMU = 0;

    /** Payload type of A-law (RFC 3551). */
    public static final int PCMA = 8;

    /** Payload type of G.722 (RFC 3551). */
    public static final int G722 = 9;

    /** Returns the codec of a static payload type for one stream, or null when it carries no sound we know. */
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
