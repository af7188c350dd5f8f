package io.sidetone.server.records.store;

/** Memory of calls beyond their end, as far as calls need it. Any thread; never blocks. */
public interface CallStore {
    /**
     * Returns whether {@code caller} certainly never called {@code agent} before, and remembers that he does now.
     *
     * @param agent name of the agent
     * @param caller as the trunk gave it; who hides his number is never new
     */
    boolean firstVisit(String agent, String caller);

    /** Remembers nothing. */
    static CallStore none() {
        return (agent, caller) -> false;
    }
}
