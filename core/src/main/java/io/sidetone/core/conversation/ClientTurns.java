package io.sidetone.core.conversation;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.turn.ClientInput;
import io.sidetone.core.turn.InterruptionSource;

/**
 * What a client that shares the floor machine says of its caller (VIP 7.3): input begun, ended and taken back, barge-in. What the
 * state does not allow is refused by the floor itself and answered (VIP-T20). Lane thread only.
 */
final class ClientTurns {
    /** What a client calls its own detector. */
    static final String BY_DETECTOR = "vad";

    private final TurnState s;
    private final CallerTurns caller;
    private final Interruptions interruptions;

    ClientTurns(TurnState state, CallerTurns caller, Interruptions interruptions) {
        this.s = state;
        this.caller = caller;
        this.interruptions = interruptions;
    }

    /**
     * Takes an input event.
     *
     * @param by the client's word for what caused it: ptt, wake_word, vad, a reason
     */
    void input(ClientInput what, String by, long nowNs) {
        s.effects.note("client", what.name().toLowerCase(java.util.Locale.ROOT) + " (" + by + ")");
        switch (what) {
            case TALK -> talk(by, nowNs);
            case START, PRESS -> start(by, what == ClientInput.PRESS, nowNs);
            case BARGE_IN, BARGE_IN_PRESS -> bargeIn(by, what == ClientInput.BARGE_IN_PRESS, nowNs);
            case DETECTED -> detected(by, nowNs);
            case END -> {
                if (s.floor.in(FloorState.LISTENING)) {
                    caller.endInput(nowNs, by);
                } else {
                    s.floor.transition(FloorTrigger.INPUT_END, nowNs, by);
                }
            }
            case CANCEL -> drop(FloorTrigger.INPUT_CANCEL, by, nowNs);
            case TIMEOUT -> drop(FloorTrigger.INPUT_TIMEOUT, by, nowNs);
            default -> throw new IllegalStateException("input " + what + " has no effect defined");
        }
    }

    private void start(String by, boolean pressed, long nowNs) {
        // Who presses a button or says the wake word to the client means the agent; who is merely heard may not.
        s.awake |= s.floor.in(FloorState.IDLE) && !BY_DETECTOR.equals(by);
        if (s.floor.in(FloorState.IDLE) && caller.early()) {
            s.effects.publish((observer, call) ->
                    observer.problem(call, "not_answered", "the call is not up yet; begin input when it is", true));
        } else if (s.floor.in(FloorState.IDLE)) {
            caller.takeFloor(nowNs, by, false);
            expect(pressed);
        } else if (s.floor.in(FloorState.ACTION)) {
            // T22: what is said now is the caller's next turn, kept by the detector.
            s.floor.transition(FloorTrigger.INPUT_START, nowNs, by);
        } else if (s.floor.in(FloorState.LISTENING)) {
            // The engine's own detector was first; the client's button still says who ends the turn.
            expect(pressed);
        } else {
            s.floor.transition(FloorTrigger.INPUT_START, nowNs, by);
        }
    }

    private void bargeIn(String by, boolean pressed, long nowNs) {
        switch (s.floor.state()) {
            case SPEAKING -> {
                boolean heard = s.floor.yielding();
                interruptions.commit(nowNs, by, InterruptionSource.COMMAND);
                if (!heard && !s.hearing.feeding()) {
                    s.listen(nowNs);
                }
                if (pressed || !heard) {
                    expect(pressed);
                }
            }
            case FINALIZING, THINKING -> {
                caller.takeFloor(nowNs, by, true);
                s.listen(nowNs);
                expect(pressed);
            }
            default -> {
                s.floor.transition(FloorTrigger.BARGE_IN, nowNs, by);
                if (s.floor.in(FloorState.LISTENING)) {
                    expect(pressed);
                }
            }
        }
    }

    /** Only the lane knows whether the agent has the floor by the time a button is pressed. */
    private void talk(String by, long nowNs) {
        switch (s.floor.state()) {
            case FINALIZING, THINKING, SPEAKING -> bargeIn(by, true, nowNs);
            default -> start(by, true, nowNs);
        }
    }

    /** Whoever opened the microphone has not spoken yet: silence ends the turn only after speech, or never. */
    private void expect(boolean pressed) {
        if (pressed) {
            s.turn.press();
        } else {
            s.turn.awaitSpeech();
        }
    }

    private void detected(String by, long nowNs) {
        switch (s.floor.state()) {
            case IDLE -> start(by, false, nowNs);
            case SPEAKING, FINALIZING, THINKING -> {
                if (s.turn.interruptible(nowNs)) {
                    bargeIn(by, false, nowNs);
                }
            }
            default -> {}
        }
    }

    private void drop(FloorTrigger trigger, String by, long nowNs) {
        if (s.floor.in(FloorState.LISTENING)) {
            caller.drop(trigger, nowNs, by);
        } else {
            s.floor.transition(trigger, nowNs, by);
        }
    }
}
