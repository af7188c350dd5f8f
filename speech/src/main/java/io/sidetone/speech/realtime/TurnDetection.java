package io.sidetone.speech.realtime;

import static io.sidetone.core.realtime.SessionFields.AUTO;
import static io.sidetone.core.realtime.TurnDetectionFields.HIGH;
import static io.sidetone.core.realtime.TurnDetectionFields.LOW;
import static io.sidetone.core.realtime.TurnDetectionFields.MEDIUM;

import io.sidetone.core.setting.Key;

/**
 * Settings of whether and how the service detects speech. It never answers or interrupts by itself: the call does.
 *
 * @param kind see {@link Kind}
 * @param threshold of {@code server_vad}, 0…1
 * @param prefixPaddingMs of {@code server_vad}: audio that is kept from before the speech
 * @param silenceMs of {@code server_vad}: length of the pause that ends speech; the call's own policy counts from there
 * @param eagerness of {@code semantic_vad}: low, medium, high or auto
 */
public record TurnDetection(
        @Key(
                        name = "turn-detection",
                        why =
                                "Who hears that the caller speaks: the service by loudness or by meaning, or the call alone.")
                Kind kind,
        @Key(unit = "share", why = "Of server-vad: how loud speech is.", min = 0, max = 1) double threshold,
        @Key(unit = "ms", why = "Of server-vad: what is kept of the time before speech.", min = 0, max = 5_000)
                int prefixPaddingMs,
        @Key(
                        unit = "ms",
                        why = "Of server-vad: so long a pause ends speech; the policy's own is added to it.",
                        min = 0,
                        max = 10_000)
                int silenceMs,
        @Key(
                        why = "Of semantic-vad.",
                        words = {LOW, MEDIUM, HIGH, AUTO})
                String eagerness) {
    /** Party that detects the caller's speech. */
    public enum Kind {
        /** The service, by loudness. */
        SERVER_VAD,
        /** The service, by meaning. */
        SEMANTIC_VAD,
        /** Only the call. */
        NONE
    }

    /** The service's defaults with a shorter pause, because the policy's own pause is added. */
    public static final TurnDetection SERVER = new TurnDetection(Kind.SERVER_VAD, 0.5, 300, 200, AUTO);

    /** Detection by meaning. */
    public static final TurnDetection SEMANTIC = new TurnDetection(Kind.SEMANTIC_VAD, 0.5, 300, 200, AUTO);

    /** Detection only by the call. */
    public static final TurnDetection MANUAL = new TurnDetection(Kind.NONE, 0.5, 300, 200, AUTO);

    boolean byService() {
        return kind != Kind.NONE;
    }
}
