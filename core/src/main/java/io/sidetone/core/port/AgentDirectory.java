package io.sidetone.core.port;

/** Whom a call can be handed over to while it goes on. Lane thread; no method blocks, as what takes a while was done before. */
public interface AgentDirectory {
    /**
     * Returns whether {@link #next} has an answer.
     *
     * @param agent name of an agent
     * @param language of its words, such as {@code de}; empty for its own
     */
    boolean knows(String agent, String language);

    /** Returns what serves the call from now on; only of what it {@linkplain #knows knows}. */
    NextAgent next(String agent, String language);

    /** Returns a directory of nobody. */
    static AgentDirectory none() {
        return new AgentDirectory() {
            @Override
            public boolean knows(String agent, String language) {
                return false;
            }

            @Override
            public NextAgent next(String agent, String language) {
                throw new IllegalStateException("there is no other agent");
            }
        };
    }
}
