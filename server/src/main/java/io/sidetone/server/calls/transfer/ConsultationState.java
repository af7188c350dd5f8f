package io.sidetone.server.calls.transfer;

/** A warm transfer, from the request of the caller's agent to its outcome. Each state says what it awaits. */
enum ConsultationState {
    /** Awaits that the call to the person is placed, or cannot be. */
    PLACING,
    /** Awaits the decision of the person, or that nobody answers. */
    ASKING,
    /** Awaits that the two lines come together, or do not. */
    CONNECTING,
    /** Nothing: the caller and the person talk. */
    CONNECTED,
    /** Nothing: the caller's agent has the caller back, or the caller has left. */
    OVER;

    /** Events that can happen to it. */
    enum Event {
        /** The call to the person is on its way. */
        PLACED,
        /** It cannot be placed, nobody answers, or the person does not want the caller, or hangs up. */
        FAILED,
        /** The person takes the caller. */
        AGREED,
        /** The two lines are together. */
        JOINED,
        /** They are not; the person is still there. */
        NOT_JOINED,
        /** The caller leaves, or the caller's agent gives up. */
        CALLER_LEFT
    }

    /** Returns the state after {@code event}, or null where it means nothing. */
    ConsultationState transition(Event event) {
        return switch (this) {
            case PLACING ->
                switch (event) {
                    case PLACED -> ASKING;
                    case FAILED, CALLER_LEFT -> OVER;
                    default -> null;
                };
            case ASKING ->
                switch (event) {
                    case AGREED -> CONNECTING;
                    case FAILED, CALLER_LEFT -> OVER;
                    default -> null;
                };
            case CONNECTING ->
                switch (event) {
                    case JOINED -> CONNECTED;
                    case NOT_JOINED -> ASKING;
                    case FAILED, CALLER_LEFT -> OVER;
                    default -> null;
                };
            case CONNECTED, OVER -> null;
        };
    }
}
