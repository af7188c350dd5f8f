package io.sidetone.server.records.store.sql;

import io.sidetone.server.records.store.record.KeptCall;
import io.sidetone.transport.http.history.CallEntry;
import io.sidetone.transport.http.history.CallQuery;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Kept calls as readers see them. Any thread that may wait for a database; at most {@value #READERS} at the same time. */
public interface CallArchive {
    /** Readers that have a connection. */
    int READERS = 4;

    /**
     * Part of an answer.
     *
     * @param entries newest first
     * @param behind id of the call behind which the search goes on; null at the end
     */
    record Found(List<CallEntry> entries, String behind) {}

    /**
     * Finds calls that are over, newest first; fewer than {@code limit} where looking for them would take long.
     *
     * @param after id behind which to begin, or null for the newest
     */
    Found find(CallQuery query, String after, int limit) throws SQLException;

    /** Returns a call that is over. */
    Optional<KeptCall> load(String callId) throws SQLException;
}
