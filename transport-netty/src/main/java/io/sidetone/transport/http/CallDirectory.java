package io.sidetone.transport.http;

import java.util.List;
import java.util.Optional;

/** The calls as the API sees them. Thread-safe; never blocks. */
public interface CallDirectory {
    /** Returns the live calls, the oldest first. */
    List<CallView> calls();

    /** Returns the calls that ended at most {@code trace.keep} ago, the newest first. */
    default List<Ended> ended() {
        return List.of();
    }

    /** Returns a call that is live, or ended at most {@code trace.keep} ago. */
    Optional<CallDetail> call(String callId);

    /** Requests the end of a call; the result says whether there was a call to end. */
    HangUp hangUp(String callId);

    /**
     * An ended call.
     *
     * @param call the call in short
     * @param end how it ended
     */
    record Ended(CallView call, CallDetail.End end) {}

    /** The result of a request to hang up. */
    enum HangUp {
        /** The call is being ended. */
        ACCEPTED,
        /** It has ended already. */
        ENDED,
        /** There is no such call. */
        UNKNOWN
    }
}
