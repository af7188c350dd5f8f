package io.sidetone.transport.rtp;

import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.codec.Pcma;
import io.sidetone.audio.codec.Pcmu;

/**
 * A codec under the number a call knows it by (RFC 3551 section 6).
 *
 * @param name encoding name of SDP
 * @param payloadType 0…127
 * @param codec its clock is the RTP clock
 */
public record AudioFormat(String name, int payloadType, AudioCodec codec) {
    /** G.711 µ-law, payload type 0. */
    public static final AudioFormat PCMU = new AudioFormat("PCMU", 0, Pcmu.INSTANCE);

    /** G.711 A-law, payload type 8. */
    public static final AudioFormat PCMA = new AudioFormat("PCMA", 8, Pcma.INSTANCE);

    /** Checks the number. */
    public AudioFormat {
        PayloadMap.checkPayloadType(name, payloadType);
    }
}
