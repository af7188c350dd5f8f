package io.sidetone.transport.http.control;

/** A request that is not a valid command; the message names the problem and the remedy. */
final class BadCommandException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    BadCommandException(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
