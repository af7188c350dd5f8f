package io.sidetone.core.port.action;

/**
 * Words that an action has to say while it runs.
 *
 * @param invocationId of the {@link ActionCall}
 * @param words to be spoken
 */
public record ActionWords(String invocationId, String words) {
    /** Characters that are spoken. */
    public static final int MAX = 300;

    /** Cuts what is too long. */
    public ActionWords {
        words = words.length() > MAX ? words.substring(0, MAX) : words;
    }
}
