package io.sidetone.transport.vip.message;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;

/**
 * Name that VIP gives to what moved the floor: its own trigger where it has one, and for causes it does not name the trigger of
 * that row of its matrix (conformance section 1; VIP 7.3 and 7.6).
 */
public final class VipTransition {
    private VipTransition() {}

    /**
     * Returns the trigger of the change from the VIP state {@code from} to the state that {@code move} leads to.
     *
     * @param from VIP wire id of what was shown before
     */
    public static String trigger(String from, FloorTransition move) {
        String to = move.views().vip();
        if (to.equals(VipStates.NOT_CONNECTED)) {
            return FloorTrigger.SESSION_CLOSE.wireName();
        }
        return switch (from) {
            case VipStates.SPEAKING ->
                to.equals(VipStates.LISTENING)
                        ? FloorTrigger.BARGE_IN.wireName()
                        : FloorTrigger.AUDIO_COMPLETE.wireName();
            case VipStates.ACTION ->
                to.equals(VipStates.IDLE) ? FloorTrigger.ACTION_DONE.wireName() : FloorTrigger.ACTION_RESULT.wireName();
            case VipStates.PROCESSING ->
                to.equals(VipStates.IDLE)
                        ? ServerEvent.ERROR.wireName()
                        : move.trigger().wireName();
            case VipStates.LISTENING ->
                to.equals(VipStates.IDLE) && move.trigger() == FloorTrigger.RESPONSE_CANCEL
                        ? FloorTrigger.INPUT_CANCEL.wireName()
                        : move.trigger().wireName();
            default -> move.trigger().wireName();
        };
    }

    /** Returns whether {@code move} cuts short what the agent was saying. */
    public static boolean cutsShort(FloorTransition move) {
        return move.from() == FloorState.INTERRUPTED;
    }
}
