package io.sidetone.core.port.action;

/**
 * An action that is over, as the record of its call keeps it. Immutable.
 *
 * @param invocationId unique within the call
 * @param action name the model gave
 * @param token turn that asked for it
 * @param wantedAtMs wall time of the model's request
 * @param endedAtMs wall time of its result
 * @param code {@link ActionResult#OK}, or why not (VIP-09)
 */
public record ActionOutcome(
        String invocationId, String action, long token, long wantedAtMs, long endedAtMs, String code) {}
