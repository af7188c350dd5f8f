package io.sidetone.transport.http.history;

/** A question about the history that cannot be answered; the message names the parameter, the rule and the remedy. */
public final class BadQueryException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates it. */
    public BadQueryException(String message) {
        super(message);
    }
}
