package io.sidetone.server.records.store.record;

import io.sidetone.core.call.CallRecord;
import io.sidetone.transport.http.Json;
import io.sidetone.transport.http.call.CallDocuments;
import io.sidetone.transport.http.history.CallEntries;
import io.sidetone.transport.http.history.CallEntry;
import java.util.Map;

/**
 * A call as the API shows it at its end.
 *
 * @param entry its line in the history
 * @param document everything of it as JSON, UTF-8
 */
public record CallSnapshot(CallEntry entry, byte[] document) {
    /** Returns what {@code call} says of itself, without media, signalling and cost. */
    public static CallSnapshot bare(CallRecord call) {
        return new CallSnapshot(
                CallEntries.of(call, 0, null, null, Map.of()),
                Json.bytes(CallDocuments.of(call, 0, CallDocuments.Beside.NOTHING)));
    }
}
