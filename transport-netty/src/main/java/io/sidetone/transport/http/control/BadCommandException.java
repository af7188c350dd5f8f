package io.sidetone.transport.http.control;

/** A request that is no command; the message says what is wrong with it and what to do. */
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
