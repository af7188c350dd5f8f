package io.sidetone.transport.http;

import io.sidetone.transport.http.call.CallDocument;
import io.sidetone.transport.http.call.CallView;
import java.util.List;
import java.util.Optional;

/** The calls as the API sees them. Thread-safe; never blocks. */
public interface CallDirectory {
    /** Returns the live calls, the oldest first. */
    List<CallView> calls();

    /** Returns the calls that ended at most {@code trace.keep} ago, the newest first. */
    default List<CallDocument.Summary> ended() {
        return List.of();
    }

    /** Returns a call that is live, or ended at most {@code trace.keep} ago. */
    Optional<CallDocument> call(String callId);

    /** Requests the end of a call; the result says whether there was a call to end. */
    HangUp hangUp(String callId);

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
