package io.sidetone.core.port;

/**
 * Input that the caller said or keyed.
 *
 * @param kind how it came
 * @param text the words, or the digits
 */
public record UserInput(Kind kind, String text) {
    /** Ways in which an input came. */
    public enum Kind {
        /** Recognized speech. */
        SPEECH,
        /** Telephone keys. */
        DIGITS,
        /** Typed text. */
        TEXT
    }
}
