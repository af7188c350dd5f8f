package io.sidetone.server.actions.webhook;

import java.io.IOException;

/** A web server answers more than it may. */
final class AnswerTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    AnswerTooLargeException(int limit) {
        super("the answer is larger than " + limit + " bytes");
    }
}
