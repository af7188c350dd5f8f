package io.sidetone.transport.carrier.wire;

/** A message that cannot be understood; the text names the error. */
public final class BadMessageException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates it; {@code message} names the error. */
    public BadMessageException(String message) {
        // No stack trace: the peer caused it, not this code.
        super(message, null, false, false);
    }
}
