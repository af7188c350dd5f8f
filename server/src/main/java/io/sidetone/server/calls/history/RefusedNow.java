package io.sidetone.server.calls.history;

import io.sidetone.transport.http.history.CallEntries;
import io.sidetone.transport.http.history.CallEntry;
import io.sidetone.transport.refusal.RefusedCall;
import java.time.Instant;

/**
 * A refused call of the last minutes, or several of one source.
 *
 * @param call the first of them
 * @param attempts how many
 * @param lastMs wall time of the last one, ms since 1970
 * @param many whether it stands for all further calls of a source in its minute
 */
record RefusedNow(RefusedCall call, int attempts, long lastMs, boolean many) {
    static RefusedNow first(RefusedCall call, boolean many) {
        return new RefusedNow(call, 1, call.atMs(), many);
    }

    RefusedNow again(long atMs) {
        return new RefusedNow(call, attempts + 1, atMs, many);
    }

    String callId() {
        return call.who().callId();
    }

    CallEntry entry() {
        CallEntry one = CallEntries.of(call);
        return many ? one.of(attempts, Instant.ofEpochMilli(lastMs)) : one;
    }
}
