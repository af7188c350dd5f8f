package io.sidetone.server.agents.answering;

/** An answer that cannot be followed; the message says why, without values of the answer. */
final class UnusableReplyException extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableReplyException(String message) {
        super(message);
    }
}
