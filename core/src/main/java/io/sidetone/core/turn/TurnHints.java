package io.sidetone.core.turn;

/**
 * Hints on how a client wants the floor to be granted to the agent (ITE section 4, TurnHints).
 *
 * @param expectResponse whether the agent answers; otherwise what was said is only kept in the history
 * @param autoResponseDelayMs how long the answer waits, 0 to {@value #MAX_DELAY_MS}
 * @param requestId what the client calls the request; empty for none
 */
public record TurnHints(boolean expectResponse, int autoResponseDelayMs, String requestId) {
    /** The longest delay. */
    public static final int MAX_DELAY_MS = 10_000;

    /** Answer at once. */
    public static final TurnHints DEFAULT = new TurnHints(true, 0, "");

    /** Refuses a delay out of bounds. */
    public TurnHints {
        if (autoResponseDelayMs < 0 || autoResponseDelayMs > MAX_DELAY_MS) {
            throw new IllegalArgumentException("autoResponseDelayMs: '" + autoResponseDelayMs + "' is outside 0 to "
                    + MAX_DELAY_MS + " ms; choose a value within");
        }
        requestId = requestId == null ? "" : requestId;
    }

    /** Returns whether the agent answers, and without a wait. */
    public boolean atOnce() {
        return expectResponse && autoResponseDelayMs == 0;
    }
}
