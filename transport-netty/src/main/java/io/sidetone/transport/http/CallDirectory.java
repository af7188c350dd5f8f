package io.sidetone.transport.http;

import java.util.List;
import java.util.Optional;

/** The calls as the API sees them. Thread-safe; never blocks. */
public interface CallDirectory {
    /** Returns the calls that live, oldest first. */
    List<CallView> calls();

    /** Returns the calls that ended no longer ago than {@code trace.keep}, newest first. */
    default List<Ended> ended() {
        return List.of();
    }

    /** Returns a call that lives, or ended no longer ago than {@code trace.keep}. */
    Optional<CallDetail> call(String callId);

    /** Asks for the end of a call; what it answers says whether there was something to end. */
    HangUp hangUp(String callId);

    /**
     * A call that is over.
     *
     * @param call at a glance
     * @param end how it ended
     */
    record Ended(CallView call, CallDetail.End end) {}

    /** What a wish to hang up met. */
    enum HangUp {
        /** The call is being ended. */
        ACCEPTED,
        /** It has ended already. */
        ENDED,
        /** There is no such call. */
        UNKNOWN
    }
}
