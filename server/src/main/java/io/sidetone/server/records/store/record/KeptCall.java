package io.sidetone.server.records.store.record;

import io.sidetone.transport.http.history.CallEntry;

/**
 * A call that is over, as it was read from the database.
 *
 * @param entry its line in the history
 * @param document everything of it as the API shows it, JSON
 * @param afterCall what its agent's model wrote down about it, JSON, or empty
 */
public record KeptCall(CallEntry entry, byte[] document, String afterCall) {}
