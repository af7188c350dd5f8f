package io.sidetone.transport.http.control;

/**
 * Outcome of a call that was to be placed.
 *
 * @param kind kind of the outcome
 * @param callId of the call, where there is one
 * @param detail reason for people, where there is none
 * @param retryAfterS after which it may be asked again; 0 where time does not help
 */
public record PlaceOutcome(Kind kind, String callId, String detail, int retryAfterS) {
    /** The kinds of outcomes, with the status of the answer. */
    public enum Kind {
        /** The call is on its way. */
        PLACED(201),
        /** The request itself is wrong. */
        INVALID(400),
        /** The configuration does not allow such a call. */
        FORBIDDEN(403),
        /** Too many calls within a time. */
        TOO_MANY(429),
        /** Too many calls at the same time. */
        FULL(503);

        private final int status;

        Kind(int status) {
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    /** The call is on its way. */
    public static PlaceOutcome placed(String callId) {
        return new PlaceOutcome(Kind.PLACED, callId, "", 0);
    }

    /** There is no call, and asking again as it is does not help. */
    public static PlaceOutcome refused(Kind kind, String detail) {
        return new PlaceOutcome(kind, "", detail, 0);
    }

    /** There is no call now. */
    public static PlaceOutcome later(Kind kind, String detail, int retryAfterS) {
        return new PlaceOutcome(kind, "", detail, retryAfterS);
    }
}
