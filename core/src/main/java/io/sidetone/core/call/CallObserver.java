package io.sidetone.core.call;

import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.turn.event.Alert;
import io.sidetone.core.turn.event.TurnEvent;
import java.util.List;
import java.util.function.Consumer;

/** Sees calls come, change and go (ITE-PAT-001). Called on the lane: must neither block nor throw. */
public interface CallObserver {
    /** Looks away. */
    CallObserver NONE = new CallObserver() {};

    /** A call was admitted. */
    default void opened(CallRecord call) {}

    /** Its floor changed hands. */
    default void moved(CallRecord call, FloorTransition transition) {}

    /** Somebody asked for what the present state does not allow (VIP-T20); {@code message} names what it does. */
    default void refused(CallRecord call, FloorState state, FloorTrigger trigger, String message) {}

    /** The caller may be speaking: the agent pauses ({@code on}), or goes on. No state changes. */
    default void yielding(CallRecord call, boolean on) {}

    /** Words of the caller so far. */
    default void partial(CallRecord call, long token, String text) {}

    /** The caller's turn {@code token} of speech is over: it was found at {@code nowNs} that nothing follows {@code lastSpeechNs}. */
    default void inputEnded(CallRecord call, long token, long lastSpeechNs, long nowNs) {}

    /** What the caller said, keyed or typed, complete. */
    default void transcript(CallRecord call, long token, String text) {}

    /** The floor is the agent's for turn {@code token}: it is being made, and nothing of it is heard yet. */
    default void granted(CallRecord call, long token) {}

    /** Nothing of turn {@code token} was heard, and nothing will be: it was {@code cancelled}, or there was nothing to say. */
    default void dropped(CallRecord call, long token, boolean cancelled) {}

    /** The first sound of the agent's turn {@code token} was handed to egress. */
    default void voiced(CallRecord call, long token, long nowNs) {}

    /** A piece of what the agent says; none comes before the agent speaks. */
    default void responseText(CallRecord call, long token, String piece) {}

    /** The agent's turn is over: played to its end, or cut short ({@code interrupted}) after {@code heard}. */
    default void responseDone(CallRecord call, long token, boolean interrupted, String heard) {}

    /** The caller has heard another word of the agent, or the last of an interrupted turn (ITE-REQ-011). */
    default void caption(CallRecord call, Caption caption) {}

    /** Something happened to its turns (ITE-MSG-001). */
    default void turnEvent(CallRecord call, TurnEvent event) {}

    /** An action that its dialogue asked for begins. */
    default void acting(CallRecord call, long token, ActionCall action) {}

    /** An action that its dialogue asked for is over. */
    default void acted(CallRecord call, ActionOutcome outcome) {}

    /** What the client sees was given to the dialogue ({@code applied}), or is kept until it may be (VIP-16). */
    default void narrated(CallRecord call, boolean applied) {}

    /** A request of the client could not be met: {@code code} for programs, {@code message} for people. */
    default void problem(CallRecord call, String code, String message, boolean retryable) {}

    /** Something of it deserves an operator's look (VAN-13). */
    default void alert(CallRecord call, Alert alert) {}

    /**
     * What the telephone side was asked for, a transfer or a hold for instance, has its last word: {@code status} in the
     * terms of SIP, 2xx where it was done.
     */
    default void controlled(CallRecord call, ControlRequest request, int status) {}

    /** It is over; the record will not change any more. */
    default void ended(CallRecord call) {}

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
        private void forward(Consumer<CallObserver> event) {
            group.forEach(event);
        }

        @Override
        public void opened(CallRecord call) {
            forward(observer -> observer.opened(call));
        }

        @Override
        public void moved(CallRecord call, FloorTransition transition) {
            forward(observer -> observer.moved(call, transition));
        }

        @Override
        public void refused(CallRecord call, FloorState state, FloorTrigger trigger, String message) {
            forward(observer -> observer.refused(call, state, trigger, message));
        }

        @Override
        public void yielding(CallRecord call, boolean on) {
            forward(observer -> observer.yielding(call, on));
        }

        @Override
        public void partial(CallRecord call, long token, String text) {
            forward(observer -> observer.partial(call, token, text));
        }

        @Override
        public void inputEnded(CallRecord call, long token, long lastSpeechNs, long nowNs) {
            forward(observer -> observer.inputEnded(call, token, lastSpeechNs, nowNs));
        }

        @Override
        public void transcript(CallRecord call, long token, String text) {
            forward(observer -> observer.transcript(call, token, text));
        }

        @Override
        public void granted(CallRecord call, long token) {
            forward(observer -> observer.granted(call, token));
        }

        @Override
        public void dropped(CallRecord call, long token, boolean cancelled) {
            forward(observer -> observer.dropped(call, token, cancelled));
        }

        @Override
        public void voiced(CallRecord call, long token, long nowNs) {
            forward(observer -> observer.voiced(call, token, nowNs));
        }

        @Override
        public void responseText(CallRecord call, long token, String piece) {
            forward(observer -> observer.responseText(call, token, piece));
        }

        @Override
        public void responseDone(CallRecord call, long token, boolean interrupted, String heard) {
            forward(observer -> observer.responseDone(call, token, interrupted, heard));
        }

        @Override
        public void caption(CallRecord call, Caption caption) {
            forward(observer -> observer.caption(call, caption));
        }

        @Override
        public void turnEvent(CallRecord call, TurnEvent event) {
            forward(observer -> observer.turnEvent(call, event));
        }

        @Override
        public void acting(CallRecord call, long token, ActionCall action) {
            forward(observer -> observer.acting(call, token, action));
        }

        @Override
        public void acted(CallRecord call, ActionOutcome outcome) {
            forward(observer -> observer.acted(call, outcome));
        }

        @Override
        public void narrated(CallRecord call, boolean applied) {
            forward(observer -> observer.narrated(call, applied));
        }

        @Override
        public void problem(CallRecord call, String code, String message, boolean retryable) {
            forward(observer -> observer.problem(call, code, message, retryable));
        }

        @Override
        public void controlled(CallRecord call, ControlRequest request, int status) {
            forward(observer -> observer.controlled(call, request, status));
        }

        @Override
        public void alert(CallRecord call, Alert alert) {
            forward(observer -> observer.alert(call, alert));
        }

        @Override
        public void ended(CallRecord call) {
            forward(observer -> observer.ended(call));
        }
    }

    /** Returns {@link #NONE}. */
    static CallObserver none() {
        return NONE;
    }
}
