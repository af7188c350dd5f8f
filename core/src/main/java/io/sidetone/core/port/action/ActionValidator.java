package io.sidetone.core.port.action;

import java.util.Optional;

/**
 * Decides whether an action may leave the engine (VIP-10): it is registered, and its parameters fit its schema, as the
 * registry stands at that moment. Thread-safe; may take milliseconds, so it never runs on a lane.
 */
public interface ActionValidator {
    /**
     * Returns what is answered in place of carrying {@code call} out: {@link ActionResult#NOT_REGISTERED} or
     * {@link ActionResult#INVALID_PARAMETERS} with what is wrong; empty when it may be carried out.
     */
    Optional<ActionResult> refusal(ActionCall call);
}
