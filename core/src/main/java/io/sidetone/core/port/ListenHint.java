package io.sidetone.core.port;

/**
 * Hint at what the dialogue expects the caller to say next.
 *
 * @param grammar name of the recognizer's grammar for this dialogue state, or empty for open speech
 * @param maxDigits how many digits complete an input by keys (0 = digits are not expected)
 * @param terminator digit that ends an input by keys early, or 0
 * @param secrecy what may be kept of it
 */
public record ListenHint(String grammar, int maxDigits, char terminator, Secrecy secrecy) {
    /** Open speech; one digit completes an input. */
    public static final ListenHint OPEN = new ListenHint("", 1, '#');

    /** Rules for what may be kept of what the caller says and keys. */
    public enum Secrecy {
        /** All of it. */
        NONE,
        /** Not what is keyed ahead from the request of an action on: the question after it may ask for a secret. */
        AHEAD,
        /** Nothing: keys are kept for actions alone, and nobody listens. */
        SECRET
    }

    /** An expectation without secrets. */
    public ListenHint(String grammar, int maxDigits, char terminator) {
        this(grammar, maxDigits, terminator, Secrecy.NONE);
    }

    /** Returns whether the caller is asked for something that may not be kept. */
    public boolean secret() {
        return secrecy == Secrecy.SECRET;
    }
}
