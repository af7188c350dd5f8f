package io.sidetone.speech.embedded.flite;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The voices of the Debian package libflite1 that speak at 16 kHz. */
public enum VoiceName {
    /** Female, the default. */
    SLT("cmu_us_slt"),
    /** Male, diphones: the quickest and plainest; writes to standard error about sounds that it lacks. */
    KAL("cmu_us_kal16"),
    /** Male. */
    RMS("cmu_us_rms"),
    /** Male, Scottish. */
    AWB("cmu_us_awb");

    private final String symbol;

    VoiceName(String symbol) {
        this.symbol = symbol;
    }

    /** Returns the shared library of the voice. */
    public String library() {
        return "libflite_" + symbol + ".so.1";
    }

    String registerFunction() {
        return "register_" + symbol;
    }

    String unregisterFunction() {
        return "unregister_" + symbol;
    }

    /**
     * Returns the voice with the name {@code name} of a configuration file.
     *
     * @throws IllegalArgumentException for an unknown name; the message lists the known ones
     */
    public static VoiceName of(String name) {
        for (VoiceName voice : values()) {
            if (voice.name().equalsIgnoreCase(name)) {
                return voice;
            }
        }
        throw new IllegalArgumentException("there is no embedded voice \"" + name + "\"; use one of "
                + Arrays.stream(values())
                        .map(v -> v.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ")));
    }
}
