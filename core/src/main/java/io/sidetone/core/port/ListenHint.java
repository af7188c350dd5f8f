package io.sidetone.core.port;

/**
 * What the dialogue expects the caller to say next.
 *
 * @param grammar name of the recognizer's grammar for this dialogue state, or empty for open speech
 * @param maxDigits how many digits complete an input by keys (0 = digits are not expected)
 * @param terminator digit that ends an input by keys early, or 0
 */
public record ListenHint(String grammar, int maxDigits, char terminator) {
    /** Open speech; one digit completes an input. */
    public static final ListenHint OPEN = new ListenHint("", 1, '#');
}
