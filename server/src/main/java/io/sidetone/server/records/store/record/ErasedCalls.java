package io.sidetone.server.records.store.record;

import java.util.Set;

/**
 * Calls that were removed from the database.
 *
 * @param callIds calls, with their turns, events, actions and headers
 * @param visitors keys of visitors, whether they were there or not; see {@link CallerIdentity}
 * @param visitorRows how many were there
 */
public record ErasedCalls(Set<String> callIds, Set<String> visitors, int visitorRows) {
    /** Nothing was there. */
    public static final ErasedCalls NONE = new ErasedCalls(Set.of(), Set.of(), 0);
}
