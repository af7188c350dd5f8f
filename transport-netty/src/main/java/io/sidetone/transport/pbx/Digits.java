package io.sidetone.transport.pbx;

/** Telephone keys in the notations of switches. */
public final class Digits {
    /** The value for a text that is no key. */
    public static final char NONE = 0;

    private Digits() {}

    /** Returns the key of {@code text}, one of 0–9, *, #, A–D, or {@link #NONE}. */
    public static char of(String text) {
        return text == null || text.length() != 1 ? NONE : of(text.charAt(0));
    }

    /** Returns {@code key} as one of 0–9, *, #, A–D, or {@link #NONE}. */
    public static char of(char key) {
        char upper = key >= 'a' && key <= 'd' ? (char) (key - 'a' + 'A') : key;
        boolean known = upper >= '0' && upper <= '9' || upper == '*' || upper == '#' || upper >= 'A' && upper <= 'D';
        return known ? upper : NONE;
    }

    /** Returns a duration in ms within 0…60,000; 0 for a text that is not a number. */
    public static int durationMs(String text) {
        if (text == null || text.isEmpty() || text.length() > 9 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return 0;
        }
        return Math.min(60_000, Integer.parseInt(text));
    }
}
