package io.sidetone.speech.realtime;

/**
 * Whether and how the service detects speech. It never answers or interrupts by itself: the call does.
 *
 * @param kind see {@link Kind}
 * @param threshold of {@code server_vad}, 0…1
 * @param prefixPaddingMs of {@code server_vad}: audio that is kept from before the speech
 * @param silenceMs of {@code server_vad}: length of the pause that ends speech; the call's own policy counts from there
 * @param eagerness of {@code semantic_vad}: low, medium, high or auto
 */
public record TurnDetection(Kind kind, double threshold, int prefixPaddingMs, int silenceMs, String eagerness) {
    /** Who detects the caller's speech. */
    public enum Kind {
        /** The service, by loudness. */
        SERVER_VAD,
        /** The service, by meaning. */
        SEMANTIC_VAD,
        /** Only the call. */
        NONE
    }

    /** The service's defaults with a shorter pause, because the policy's own pause is added. */
    public static final TurnDetection SERVER = new TurnDetection(Kind.SERVER_VAD, 0.5, 300, 200, "auto");

    /** Detection by meaning. */
    public static final TurnDetection SEMANTIC = new TurnDetection(Kind.SEMANTIC_VAD, 0.5, 300, 200, "auto");

    /** Detection only by the call. */
    public static final TurnDetection MANUAL = new TurnDetection(Kind.NONE, 0.5, 300, 200, "auto");

    /** Checks the numbers. */
    public TurnDetection {
        if (!(threshold >= 0 && threshold <= 1)) {
            throw new IllegalArgumentException("threshold " + threshold + " must be 0 to 1; 0.5 is usual");
        }
        if (prefixPaddingMs < 0 || prefixPaddingMs > 5_000 || silenceMs < 0 || silenceMs > 10_000) {
            throw new IllegalArgumentException("prefix-padding " + prefixPaddingMs + " ms and silence " + silenceMs
                    + " ms must be 0 to 5000 and 0 to 10000; 300 and 200 are usual");
        }
        if (!eagerness.matches("low|medium|high|auto")) {
            throw new IllegalArgumentException("eagerness '" + eagerness + "' must be low, medium, high or auto");
        }
    }

    boolean byService() {
        return kind != Kind.NONE;
    }
}
