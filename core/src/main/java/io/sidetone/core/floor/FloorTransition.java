package io.sidetone.core.floor;

import io.sidetone.core.secret.SecretPlaceholders;

/**
 * One transition as it is logged and published (VAN-12): what changed, when, why, and how the four designs call it.
 *
 * @param sequence number of the transition within the call, from 1
 * @param rule conformance row
 * @param from state before
 * @param to state after
 * @param trigger what caused it
 * @param reason in words
 * @param nowNs when
 * @param timeInFromNs how long the call was in {@code from}
 * @param views names after the transition
 */
public record FloorTransition(
        long sequence,
        String rule,
        FloorState from,
        FloorState to,
        FloorTrigger trigger,
        String reason,
        long nowNs,
        long timeInFromNs,
        FloorViews views)
        implements CallEvent {
    /** Returns it as a timeline has it, without secret keys. */
    @Override
    public String toString() {
        return SecretPlaceholders.shown(from + " -> " + to + " (" + rule + ", " + reason + ")");
    }
}
