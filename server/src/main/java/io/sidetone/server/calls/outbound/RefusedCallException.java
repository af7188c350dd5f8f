package io.sidetone.server.calls.outbound;

import io.sidetone.transport.http.control.PlaceOutcome;

/** Why a call is not placed. */
final class RefusedCallException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient PlaceOutcome outcome;

    RefusedCallException(PlaceOutcome.Kind kind, String detail) {
        this(PlaceOutcome.refused(kind, detail));
    }

    private RefusedCallException(PlaceOutcome outcome) {
        super(outcome.detail(), null, false, false);
        this.outcome = outcome;
    }

    static RefusedCallException later(PlaceOutcome.Kind kind, String detail, int retryAfterS) {
        return new RefusedCallException(PlaceOutcome.later(kind, detail, retryAfterS));
    }

    PlaceOutcome outcome() {
        return outcome;
    }
}
