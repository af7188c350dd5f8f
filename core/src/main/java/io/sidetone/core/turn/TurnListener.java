package io.sidetone.core.turn;

/**
 * Sees how the floor of one call changes hands (ITE-PAT-001). Called on the lane: must neither block nor throw.
 *
 * <p>Turns never overlap: a turn that started ends before the next one starts. An interruption is reported before the end of
 * the turn that it interrupts.
 */
public interface TurnListener {
    /** {@code role} has the floor under {@code token}. */
    default void turnStarted(TurnRole role, long token, long nowNs) {}

    /** The turn is over; {@code interrupted} says whether it was cut short. */
    default void turnEnded(TurnRole role, long token, boolean interrupted, long nowNs) {}

    /**
     * The agent's turn {@code token} was cut short.
     *
     * @param reasonCode short and stable: {@code speech}, {@code words}, {@code digit}, or what a request named
     * @param detectedNs when it was decided that the agent yields
     * @param latencyNs from there to the last frame of the agent
     */
    default void interrupted(
            InterruptionType type,
            InterruptionSource source,
            String reasonCode,
            long token,
            long detectedNs,
            long latencyNs) {}

    /** A client handed the floor to the agent; its next turn answers that. */
    default void granted(TurnHints hints, long nowNs) {}

    /** Another policy applies from now on. */
    default void policyUpdated(TurnPolicy policy, long nowNs) {}

    /** Something the call needs does not answer: {@code reason} is short and stable. */
    default void degraded(String reason, long nowNs) {}

    /** Everything answers again. */
    default void recovered(long nowNs) {}

    /** The caller said or keyed something that is kept until the agent has finished; {@code kind}: speech, digits, text. */
    default void pendingTurn(String kind, long nowNs) {}

    /** The agent finishes speaking before the next barge-in: {@code interruptionCount} came within a minute. */
    default void cooldown(int interruptionCount, long nowNs) {}
}
