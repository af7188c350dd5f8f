package io.sidetone.core.hearing;

import io.sidetone.core.port.ListenHint;

/** Input of the caller by keys: the digits of the present input, and when it is complete. Lane thread only. */
public final class KeyInput {
    private static final String[] NAMES = new String[128];

    static {
        for (char key = 0; key < NAMES.length; key++) {
            NAMES[key] = String.valueOf(key);
        }
    }

    private static final long MS = 1_000_000L;

    private final StringBuilder digits = new StringBuilder();
    private boolean taken;
    private long lastNs;

    /** Returns whether nothing was keyed that is not used yet. */
    public boolean empty() {
        return digits.length() == 0;
    }

    /** Adds a key; returns whether the input is complete: by its terminator, or with as many digits as are expected. */
    public boolean press(char digit, ListenHint hint, long nowNs) {
        lastNs = nowNs;
        boolean terminator = digit == hint.terminator() && !empty();
        if (!terminator) {
            digits.append(digit);
        }
        return terminator || digits.length() >= Math.max(1, hint.maxDigits());
    }

    /** Adds keys that were kept for this input. */
    public void add(String keys) {
        digits.append(keys);
    }

    /** Returns whether {@code digit} is a terminator behind an input that was complete without it: it belongs to that input. */
    public boolean belated(char digit, ListenHint hint, int interDigitMs, long nowNs) {
        return taken && empty() && digit == hint.terminator() && nowNs - lastNs < interDigitMs * MS;
    }

    /** Returns whether no further key has come in time. */
    public boolean due(int interDigitMs, long nowNs) {
        return !empty() && nowNs - lastNs >= interDigitMs * MS;
    }

    /** Returns the name of a key, which was made once: a key is noted while the agent has to fall silent. */
    public static String named(char key) {
        return key < NAMES.length ? NAMES[key] : String.valueOf(key);
    }

    /** Returns the input, which is complete. */
    public String take() {
        String input = digits.toString();
        digits.setLength(0);
        taken = true;
        return input;
    }

    /** Drops what was keyed, which is not wanted. */
    public void clear() {
        digits.setLength(0);
    }
}
