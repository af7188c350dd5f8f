package io.sidetone.core.call;

import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionOutcome;
import java.util.List;

/** Sees calls come, change and go (ITE-PAT-001). Called on the lane: must neither block nor throw. */
@FunctionalInterface
public interface CallObserver {
    /** Looks away. */
    CallObserver NONE = (call, event) -> {};

    /** {@code event} happened to {@code call}. */
    void on(CallRecord call, CallEvent event);

    /** Notifies all of {@code observers}, in their order. */
    static CallObserver all(CallObserver... observers) {
        return new Group(List.of(observers));
    }

    /**
     * Several observers as one.
     *
     * @param group notified in their order
     */
    record Group(List<CallObserver> group) implements CallObserver {
        @Override
        public void on(CallRecord call, CallEvent event) {
            for (CallObserver observer : group) {
                observer.on(call, event);
            }
        }
    }

    /** Returns {@link #NONE}. */
    static CallObserver none() {
        return NONE;
    }

    // ---- what happens -----------------------------------------------------------------------------------------------

    /** The call was admitted. */
    record Opened() implements CallEvent {}

    /** Somebody asked for what the present state does not allow (VIP-T20); {@code message} names what it does. */
    record Refused(FloorState state, FloorTrigger trigger, String message) implements CallEvent {}

    /** The caller may be speaking: the agent pauses ({@code on}), or goes on. No state changes. */
    record Yielding(boolean on) implements CallEvent {}

    /** Words of the caller so far. */
    record Partial(long token, String text) implements CallEvent {}

    /** The caller's turn {@code token} of speech is over: it was found at {@code nowNs} that nothing follows {@code lastSpeechNs}. */
    record InputEnded(long token, long lastSpeechNs, long nowNs) implements CallEvent {}

    /** Input that the caller said, keyed or typed, complete. */
    record Transcript(long token, String text) implements CallEvent {}

    /** The floor is the agent's for turn {@code token}: it is being made, and nothing of it is heard yet. */
    record Granted(long token) implements CallEvent {}

    /** Nothing of turn {@code token} was heard, and nothing will be: it was {@code cancelled}, or there was nothing to say. */
    record Dropped(long token, boolean cancelled) implements CallEvent {}

    /** The first sound of the agent's turn {@code token} was handed to egress. */
    record Voiced(long token, long nowNs) implements CallEvent {}

    /** A piece of what the agent says; none comes before the agent speaks. */
    record ResponseText(long token, String piece) implements CallEvent {}

    /** The agent's turn is over: played to its end, or cut short ({@code interrupted}) after {@code heard}. */
    record ResponseDone(long token, boolean interrupted, String heard) implements CallEvent {}

    /** An action that its dialogue asked for begins. */
    record Acting(long token, ActionCall action) implements CallEvent {}

    /** An action that its dialogue asked for is over. */
    record Acted(ActionOutcome outcome) implements CallEvent {}

    /** Notice that what the client sees was given to the dialogue ({@code applied}), or is kept until it may be (VIP-16). */
    record Narrated(boolean applied) implements CallEvent {}

    /** A request of the client could not be met: {@code code} for programs, {@code message} for people. */
    record Problem(String code, String message, boolean retryable) implements CallEvent {}

    /**
     * Last word on what the telephone side was asked for, a transfer or a hold for instance: {@code status} in the
     * terms of SIP, 2xx where it was done.
     */
    record Controlled(ControlRequest request, int status) implements CallEvent {}

    /** It is over; the record will not change any more. */
    record Ended() implements CallEvent {}
}
