package io.sidetone.core.floor;

/**
 * The one state machine of a call (conformance section 1): {@link FloorTransitions} as data, {@link #transition} as the
 * only writer of state.
 *
 * <p>Lane thread only. An illegal trigger changes nothing, is counted and answered through the listener.
 */
public final class FloorMachine {
    private final String callId;
    private final FloorListener listener;
    private final long[] timeInStateNs = new long[FloorState.values().length];
    private FloorState state = FloorState.NOT_CONNECTED;
    private long enteredNs;
    private long sequence;
    private long refusals;
    private boolean announced;
    private boolean yielding;
    private boolean held;
    private boolean recovering;

    /** Creates a machine in NOT_CONNECTED, entered at {@code nowNs}. */
    public FloorMachine(String callId, FloorListener listener, long nowNs) {
        this.callId = callId;
        this.listener = listener;
        this.enteredNs = nowNs;
    }

    /**
     * Applies {@code trigger}.
     *
     * @param reason in words, for the log
     * @return whether the trigger is legal in the present state
     */
    public boolean transition(FloorTrigger trigger, long nowNs, String reason) {
        FloorTransitions.Rule rule = FloorTransitions.rule(state, trigger);
        if (rule == null) {
            refusals++;
            listener.refused(state, trigger, refusal(trigger));
            return false;
        }
        if (rule.to() == state) {
            return true;
        }
        FloorState from = state;
        long timeInFromNs = nowNs - enteredNs;
        timeInStateNs[from.ordinal()] += timeInFromNs;
        if (rule.to() == FloorState.SPEAKING) {
            announced = trigger == FloorTrigger.ANNOUNCE;
        }
        if (from == FloorState.SPEAKING) {
            yielding = false;
        }
        state = rule.to();
        enteredNs = nowNs;
        sequence++;
        listener.moved(
                new FloorTransition(sequence, rule.id(), from, state, trigger, reason, nowNs, timeInFromNs, views()));
        return true;
    }

    private String refusal(FloorTrigger trigger) {
        StringBuilder text = new StringBuilder("Trigger ")
                .append(trigger.wireName())
                .append(" is not allowed in state ")
                .append(state)
                .append(" of call ")
                .append(callId)
                .append("; allowed: ");
        String separator = "";
        for (FloorTrigger allowed : FloorTransitions.allowed(state)) {
            text.append(separator).append(allowed.wireName());
            separator = ", ";
        }
        return text.toString();
    }

    /** The present state. */
    public FloorState state() {
        return state;
    }

    /** Returns whether the call is in {@code expected}. */
    public boolean in(FloorState expected) {
        return state == expected;
    }

    /** Returns when the present state was entered. */
    public long enteredNs() {
        return enteredNs;
    }

    /** The present names in the four vocabularies. */
    public FloorViews views() {
        return FloorViews.of(state, announced, recovering);
    }

    /** Total time spent in {@code which}, the present stay not included. */
    public long timeInStateNs(FloorState which) {
        return timeInStateNs[which.ordinal()];
    }

    /**
     * The call was held for {@code heldNs} until {@code nowNs}: the present state does not count as that much older, or as
     * older at all where it began on hold.
     */
    public void postpone(long heldNs, long nowNs) {
        enteredNs += Math.min(heldNs, nowNs - enteredNs);
    }

    /** Triggers refused so far. */
    public long refusals() {
        return refusals;
    }

    /** Returns whether playout is paused because the caller may be taking the floor: no state, changes no view. */
    public boolean yielding() {
        return yielding;
    }

    /** Sets the yielding overlay; it falls by itself when SPEAKING is left. */
    public void yielding(boolean on) {
        yielding = on && state == FloorState.SPEAKING;
    }

    /** Returns whether one side has put the call on hold. */
    public boolean held() {
        return held;
    }

    /** Sets the hold overlay. */
    public void held(boolean on) {
        held = on;
    }

    /** Returns whether the call is recovering from a degraded engine. */
    public boolean recovering() {
        return recovering;
    }

    /** Sets the recovering overlay. */
    public void recovering(boolean on) {
        recovering = on;
    }
}
