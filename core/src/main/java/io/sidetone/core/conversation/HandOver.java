package io.sidetone.core.conversation;

import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.port.action.ActionCall;

/**
 * Progress of the hand-over of a call to its next agent. The engines of that agent open while the present one still speaks; the change
 * itself is made once, when nobody speaks and nothing waits to be answered. Lane thread only.
 */
final class HandOver {
    /** States, by what is awaited. */
    private enum State {
        /** A request. */
        NONE,
        /** The engines of the next agent. */
        OPENING,
        /** A free floor. */
        OPEN
    }

    private final FloorMachine floor;
    private final SpeechOutput speaking;
    private final Effects effects;
    private final PendingTurn pending;
    private State state = State.NONE;

    HandOver(TurnContext context, TurnParts parts) {
        this.floor = context.floor();
        this.speaking = context.speaking();
        this.effects = context.effects();
        this.pending = parts.pending();
    }

    /**
     * Opens the engines of the agent that {@code call} names; returns why that is impossible, or null.
     *
     * @param byDialogue whether the present dialogue asked for it
     */
    String begin(ActionCall call, boolean byDialogue) {
        if (under()) {
            return "the call is being handed over already";
        }
        String problem = effects.openNext(call, byDialogue);
        state = problem == null ? State.OPENING : State.NONE;
        return problem;
    }

    /** Returns whether one is under way. */
    boolean under() {
        return state != State.NONE;
    }

    /** The engines of the next agent are open. */
    void ready() {
        state = state == State.OPENING ? State.OPEN : state;
    }

    /** They are gone. */
    void failed() {
        state = State.NONE;
    }

    /** It is not wanted any more. */
    void drop() {
        if (under()) {
            state = State.NONE;
            effects.dropNext();
        }
    }

    /** Returns whether the change can be made now. */
    boolean due() {
        return state == State.OPEN && free();
    }

    /** Returns whether nobody speaks and nothing waits to be answered. */
    boolean free() {
        return floor.in(FloorState.IDLE) && !speaking.active() && !pending.waiting();
    }

    /** Makes it; returns whether the session of the dialogue has stayed. */
    boolean carryOut(long nowNs) {
        state = State.NONE;
        return effects.handOver(nowNs);
    }
}
