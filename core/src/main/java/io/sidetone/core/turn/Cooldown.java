package io.sidetone.core.turn;

/**
 * Counts interruptions over time: too many of them, and the agent is given time to say something (ITE-AC-007). Lane thread
 * only; allocates nothing.
 */
final class Cooldown {
    private static final long MS = 1_000_000L;
    private static final int KEPT = PolicyNumber.COOLDOWN_AFTER.max();

    private final long[] timesNs = new long[KEPT];
    private int total;
    private boolean protecting;
    private long sinceNs;

    /** An interruption took place. */
    void interrupted(long nowNs) {
        timesNs[total++ % KEPT] = nowNs;
    }

    /** Returns how many of the last interruptions came within the policy's window, at most {@value #KEPT}. */
    int recent(TurnPolicy policy, long nowNs) {
        long windowNs = policy.number(PolicyNumber.COOLDOWN_WINDOW) * MS;
        int count = 0;
        for (int i = total - 1; i >= 0 && i >= total - KEPT; i--) {
            if (nowNs - timesNs[i % KEPT] > windowNs) {
                break;
            }
            count++;
        }
        return count;
    }

    /** Returns whether the policy wants the agent to be heard out for a while. */
    boolean active(TurnPolicy policy, long nowNs) {
        return policy.cooldown() && recent(policy, nowNs) >= policy.number(PolicyNumber.COOLDOWN_AFTER);
    }

    /** The agent begins to speak at {@code nowNs}: under a cooldown if there is one. */
    void begin(TurnPolicy policy, long nowNs) {
        protecting = active(policy, nowNs);
        sinceNs = nowNs;
    }

    /** The agent does not speak any more. */
    void end() {
        protecting = false;
    }

    /** Returns whether the agent speaks under a cooldown that has not run out. */
    boolean protects(TurnPolicy policy, long nowNs) {
        return protecting && policy.cooldown() && nowNs - sinceNs < policy.number(PolicyNumber.COOLDOWN) * MS;
    }
}
