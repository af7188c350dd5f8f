package io.sidetone.transport.http.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;

/**
 * Part of the history.
 *
 * @param calls newest first
 * @param next cursor of the part that follows, null at the end; also behind a part with fewer calls than were asked for
 * @param problem why older calls may be missing, null where none are
 */
public record CallPage(List<CallEntry> calls, String next, @JsonInclude(Include.NON_NULL) String problem) {
    /** Returns the same without what says how often agents were cut short (ITE-SEC-001). */
    CallPage withoutInterruptions() {
        return new CallPage(calls.stream().map(CallEntry::withoutInterruptions).toList(), next, problem);
    }
}
