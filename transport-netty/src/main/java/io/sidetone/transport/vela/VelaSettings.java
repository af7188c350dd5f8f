package io.sidetone.transport.vela;

/**
 * Decisions of the operator about {@code /ws}.
 *
 * @param mockedTurns who may trigger turns without engines
 * @param maxResumeMs the longest a session may wait for a lost connection, in ms; 0 for none
 */
public record VelaSettings(MockedTurns mockedTurns, int maxResumeMs) {
    /** A minute to come back; mocked turns only where they do no harm. */
    public static final VelaSettings DEFAULT = new VelaSettings(MockedTurns.AUTO, 60_000);

    /** The longest message: two seconds of the widest audio, base64. */
    static final int MAX_MESSAGE_BYTES = 384 * 1024;

    /** Messages a second that one connection may send, and how many of them at once. */
    static final int MESSAGES_PER_SECOND = 500;

    /** Choice of whether {@code mocked.turn.trigger} works (VEL-05). */
    public enum MockedTurns {
        /** On the mock engines, and for clients on this machine. */
        AUTO,
        /** For everybody. */
        ON,
        /** Accepts no client. */
        OFF
    }

    /** Checks the window. */
    public VelaSettings {
        if (maxResumeMs < 0 || maxResumeMs > 600_000) {
            throw new IllegalArgumentException(
                    "a resume window of at most " + maxResumeMs + " ms is outside 0 to 600000; choose a value within");
        }
    }

    boolean mocked(boolean placeholder, boolean local) {
        return switch (mockedTurns) {
            case AUTO -> placeholder || local;
            case ON -> true;
            case OFF -> false;
        };
    }
}
