package io.sidetone.transport.carrier.wire;

/** A message that cannot be understood; the text says what is wrong with it. */
public final class BadMessageException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Names what is wrong. */
    public BadMessageException(String message) {
        // No stack: the peer caused it, not our code.
        super(message, null, false, false);
    }
}
