package io.sidetone.core.turn;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Source from which a call takes its speech evidence; exchangeable during the call (ITE-PAT-003). */
public enum SpeechSource {
    /** The energy detector on the lane: what is left when the others are silent. */
    ENERGY(InterruptionSource.DETECTOR),
    /** Evidence that the recognizer's session hears beside the words. */
    RECOGNIZER(InterruptionSource.SERVICE),
    /** The Silero network, a plugin that hears all calls beside the lanes. */
    SILERO(InterruptionSource.DETECTOR);

    /** Their names, as in configuration. */
    public static final List<String> NAMES =
            Stream.of(values()).map(SpeechSource::wireName).toList();

    private final InterruptionSource interruption;

    SpeechSource(InterruptionSource interruption) {
        this.interruption = interruption;
    }

    /** Returns the name used in configuration and events. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns who is said to have noticed an interruption that this source decides. */
    public InterruptionSource interruption() {
        return interruption;
    }

    /** Returns the source of that name, or null. */
    public static SpeechSource of(String wireName) {
        int index = NAMES.indexOf(wireName);
        return index < 0 ? null : values()[index];
    }
}
