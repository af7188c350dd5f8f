package io.sidetone.core.turn;

/** Input of the caller that takes the floor from one answer while it is spoken. What does not is the caller's next input. */
public enum InterruptibleBy {
    /** Nothing. */
    NONE,
    /** Keys. */
    KEYS,
    /** Speech, as the policy says. */
    SPEECH,
    /** Both. */
    ANY;

    private static final InterruptibleBy[] ALL = values();

    /** Returns the one of that ordinal. */
    public static InterruptibleBy of(long ordinal) {
        return ALL[(int) ordinal];
    }

    /** Returns whether speech does. */
    public boolean speech() {
        return this == SPEECH || this == ANY;
    }

    /** Returns whether keys do. */
    public boolean keys() {
        return this == KEYS || this == ANY;
    }
}
