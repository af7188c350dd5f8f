package io.sidetone.config;

/**
 * What {@code /ws} offers.
 *
 * @param mockedTurns who may trigger turns without engines
 * @param resumeWindowMs the longest a session may wait for a lost connection, in ms; 0 for none
 */
public record WsConfig(MockedTurns mockedTurns, int resumeWindowMs) {
    /** Who may trigger turns without engines. */
    public enum MockedTurns {
        /** On the mock engines, and for clients on this machine. */
        AUTO,
        /** Everybody. */
        ON,
        /** Nobody. */
        OFF
    }
}
