package io.sidetone.core.conversation;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.turn.ClientInput;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.TurnEngine;

/**
 * Reports of a client that shares the floor machine on its caller (VIP 7.3): input begun, ended and taken back, barge-in. What the
 * state does not allow is refused by the floor itself and answered (VIP-T20). Lane thread only.
 */
final class ClientTurns {
    private static final ClientInput[] INPUTS = ClientInput.values();

    /** Name that a client gives to its own detector. */
    static final String BY_DETECTOR = "vad";

    private final FloorMachine floor;
    private final TurnEngine turn;
    private final Effects effects;
    private final Listening listening;
    private final Utterance utterance;
    private final CallerTurns caller;
    private final Interruptions interruptions;

    ClientTurns(TurnContext context, TurnParts parts, CallerTurns caller, Interruptions interruptions) {
        this.floor = context.floor();
        this.turn = context.turn();
        this.effects = context.effects();
        this.listening = parts.listening();
        this.utterance = parts.utterance();
        this.caller = caller;
        this.interruptions = interruptions;
    }

    /** Takes CLIENT_INPUT. */
    void onEvent(LaneEvent event) {
        input(INPUTS[(int) event.a()], (String) event.ref(), event.nowNs());
    }

    /**
     * Takes an input event.
     *
     * @param by the client's word for what caused it: ptt, wake_word, vad, a reason
     */
    private void input(ClientInput what, String by, long nowNs) {
        effects.note("client", what.name().toLowerCase(java.util.Locale.ROOT) + " (" + by + ")");
        switch (what) {
            case TALK -> talk(by, nowNs);
            case START, PRESS -> start(by, what == ClientInput.PRESS, nowNs);
            case BARGE_IN, BARGE_IN_PRESS -> bargeIn(by, what == ClientInput.BARGE_IN_PRESS, nowNs);
            case DETECTED -> detected(by, nowNs);
            case END -> {
                if (floor.in(FloorState.LISTENING)) {
                    caller.endInput(nowNs, by);
                } else {
                    floor.transition(FloorTrigger.INPUT_END, nowNs, by);
                }
            }
            case CANCEL -> drop(FloorTrigger.INPUT_CANCEL, by, nowNs);
            case TIMEOUT -> drop(FloorTrigger.INPUT_TIMEOUT, by, nowNs);
            default -> throw new IllegalStateException("input " + what + " has no effect defined");
        }
    }

    private void start(String by, boolean pressed, long nowNs) {
        // Who presses a button or says the wake word to the client means the agent; who is merely heard may not.
        if (floor.in(FloorState.IDLE) && !BY_DETECTOR.equals(by)) {
            listening.wake();
        }
        if (floor.in(FloorState.IDLE) && caller.early()) {
            effects.publish(
                    new CallObserver.Problem("not_answered", "the call is not up yet; begin input when it is", true));
        } else if (floor.in(FloorState.IDLE)) {
            caller.takeFloor(nowNs, by, false);
            expect(pressed);
        } else if (floor.in(FloorState.ACTION)) {
            // T22: what is said now is the caller's next turn, kept by the detector.
            floor.transition(FloorTrigger.INPUT_START, nowNs, by);
        } else if (floor.in(FloorState.LISTENING)) {
            // The engine's own detector was first; the client's button still says who ends the turn.
            expect(pressed);
        } else {
            floor.transition(FloorTrigger.INPUT_START, nowNs, by);
        }
    }

    private void bargeIn(String by, boolean pressed, long nowNs) {
        switch (floor.state()) {
            case SPEAKING -> {
                boolean heard = floor.yielding();
                interruptions.commit(nowNs, by, InterruptionSource.COMMAND);
                if (!heard && !listening.feeding()) {
                    utterance.listen(nowNs);
                }
                if (pressed || !heard) {
                    expect(pressed);
                }
            }
            case FINALIZING, THINKING -> {
                caller.takeFloor(nowNs, by, true);
                utterance.listen(nowNs);
                expect(pressed);
            }
            default -> {
                floor.transition(FloorTrigger.BARGE_IN, nowNs, by);
                if (floor.in(FloorState.LISTENING)) {
                    expect(pressed);
                }
            }
        }
    }

    /** Only the lane knows whether the agent has the floor by the time a button is pressed. */
    private void talk(String by, long nowNs) {
        switch (floor.state()) {
            case FINALIZING, THINKING, SPEAKING -> bargeIn(by, true, nowNs);
            default -> start(by, true, nowNs);
        }
    }

    /** Whoever opened the microphone has not spoken yet: silence ends the turn only after speech, or never. */
    private void expect(boolean pressed) {
        if (pressed) {
            turn.press();
        } else {
            turn.awaitSpeech();
        }
    }

    private void detected(String by, long nowNs) {
        switch (floor.state()) {
            case IDLE -> start(by, false, nowNs);
            case SPEAKING, FINALIZING, THINKING -> {
                if (turn.interruptible(nowNs)) {
                    bargeIn(by, false, nowNs);
                }
            }
            default -> {}
        }
    }

    private void drop(FloorTrigger trigger, String by, long nowNs) {
        if (floor.in(FloorState.LISTENING)) {
            caller.drop(trigger, nowNs, by);
        } else {
            floor.transition(trigger, nowNs, by);
        }
    }
}
