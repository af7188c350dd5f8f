package io.sidetone.core.turn.evidence;

/**
 * Trust in the line: each pause of the agent for nothing after the first doubles the speech that the next one takes.
 * A line whose echo has changed would otherwise stop the agent at each word, and without the agent's voice the echo cannot
 * be learned. Lane thread only; allocates nothing.
 */
public final class LineTrust {
    private static final long MS = 1_000_000L;
    private static final int MOST_DOUBLINGS = 3;

    /** Speech of the agent for this long without a pause restores trust. */
    private static final int RESTORED_AFTER_MS = 1_000;

    private int doubts;
    private int pauses;

    /** The agent pauses. */
    public void paused() {
        pauses++;
    }

    /** It paused for nothing. */
    public void resumed() {
        doubts++;
    }

    /** Returns whether it paused for nothing more than once: what repeats itself then is the line, not the caller. */
    public boolean doubted() {
        return doubts > 1;
    }

    /** The caller interrupted the agent. */
    public void interrupted() {
        doubts = Math.max(0, doubts - 1);
    }

    /** The agent stops speaking after {@code spokenNs}. */
    public void spoke(long spokenNs) {
        if (pauses == 0 && spokenNs >= RESTORED_AFTER_MS * MS) {
            doubts = 0;
        }
        pauses = 0;
    }

    /** Returns how much speech makes the agent pause, by the policy's {@code yieldMs} and {@code minSpeechMs}. */
    public int yieldMs(int yieldMs, int minSpeechMs) {
        int doublings = Math.max(0, Math.min(MOST_DOUBLINGS, doubts - 1));
        return Math.min(yieldMs << doublings, Math.max(yieldMs, minSpeechMs));
    }
}
