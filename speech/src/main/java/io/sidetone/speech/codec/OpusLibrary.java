package io.sidetone.speech.codec;

import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.speech.embedded.parts.NativeParts;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Check of whether this machine has Opus. Any thread. */
public final class OpusLibrary {
    /** The shared library of the Debian package libopus0. */
    public static final String NAME = "libopus.so.0";

    private OpusLibrary() {}

    /** Returns what Opus lacks here, with a remedy; empty when calls can have it. */
    public static List<String> missing() {
        return NativeParts.ofThisMachine().missingForOpus();
    }

    /** Returns what makes the codec of one more stream, or nothing where the library is missing. */
    public static Optional<Supplier<AudioCodec>> codecs() {
        return missing().isEmpty() ? Optional.of(OpusCodec::new) : Optional.empty();
    }
}
