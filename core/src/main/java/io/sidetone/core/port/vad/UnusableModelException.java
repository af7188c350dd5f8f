package io.sidetone.core.port.vad;

/** A model file cannot be used; the message says which, why, and what helps. */
public class UnusableModelException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Says {@code message}. */
    public UnusableModelException(String message) {
        super(message);
    }
}
