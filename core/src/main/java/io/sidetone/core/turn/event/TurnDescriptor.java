package io.sidetone.core.turn.event;

import io.sidetone.core.turn.TurnRole;

/**
 * One turn: a stretch of a call in which one side has the floor (ITE TurnDescriptor). Immutable.
 *
 * @param turnId unique within the call, {@code turn-1}, {@code turn-2}, …
 * @param role whose turn it is
 * @param token under which it was granted; what its frames and its history entry carry
 * @param startedAtMs wall time
 * @param endedAtMs wall time, or {@link #OPEN} while it goes on
 * @param interruption how it was cut short, or null
 * @param policyProfile profile that applied when it began
 */
public record TurnDescriptor(
        String turnId,
        TurnRole role,
        long token,
        long startedAtMs,
        long endedAtMs,
        Interruption interruption,
        String policyProfile) {
    /** {@link #endedAtMs} of a turn that goes on. */
    public static final long OPEN = Long.MIN_VALUE;

    /** Returns whether the turn goes on. */
    public boolean open() {
        return endedAtMs == OPEN;
    }

    TurnDescriptor ended(long atMs) {
        return new TurnDescriptor(turnId, role, token, startedAtMs, atMs, interruption, policyProfile);
    }

    TurnDescriptor interrupted(Interruption how) {
        return new TurnDescriptor(turnId, role, token, startedAtMs, endedAtMs, how, policyProfile);
    }
}
