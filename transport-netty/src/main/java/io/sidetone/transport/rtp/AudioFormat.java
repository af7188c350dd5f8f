package io.sidetone.transport.rtp;

import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.codec.G722;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A codec under the number a call knows it by (RFC 3551 section 6).
 *
 * @param name encoding name of SDP
 * @param payloadType 0…127
 * @param codecs gives each stream its codec: the same one where that keeps no state
 */
public record AudioFormat(String name, int payloadType, Supplier<AudioCodec> codecs) {
    /** G.711 µ-law, payload type 0. */
    public static final AudioFormat PCMU = new AudioFormat("PCMU", 0, () -> G711.PCMU);

    /** G.711 A-law, payload type 8. */
    public static final AudioFormat PCMA = new AudioFormat("PCMA", 8, () -> G711.PCMA);

    /** G.722 at 64 kbit/s, payload type 9. */
    public static final AudioFormat G722 = new AudioFormat("G722", 9, G722::new);

    /** Checks the number. */
    public AudioFormat {
        PayloadMap.checkPayloadType(name, payloadType);
        Objects.requireNonNull(codecs, "codecs");
    }

    /** Returns the codec of one more stream. */
    public AudioCodec codec() {
        return codecs.get();
    }

    /** Returns the same codec under another number. */
    public AudioFormat as(int otherPayloadType) {
        return otherPayloadType == payloadType ? this : new AudioFormat(name, otherPayloadType, codecs);
    }
}
