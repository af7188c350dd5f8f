package io.sidetone.core.turn;

import java.util.Locale;

/** Stages of what the agent is doing when the caller speaks; each stage may have its own thresholds. */
public enum TurnStage {
    /** A request is under way: speech takes the floor back (T09). */
    THINKING,
    /** An answer is being played. */
    SPEAKING,
    /** An action runs: speech is kept as the next turn (T22). */
    ACTION,
    /** The first announcement of the call is being played. */
    GREETING;

    private static final TurnStage[] ALL = values();

    /** Returns the key of the stage in a policy. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the stage of that key, or null. */
    public static TurnStage of(String wireName) {
        for (TurnStage stage : ALL) {
            if (stage.wireName().equals(wireName)) {
                return stage;
            }
        }
        return null;
    }
}
