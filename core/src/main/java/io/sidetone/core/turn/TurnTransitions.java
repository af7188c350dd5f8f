package io.sidetone.core.turn;

import static io.sidetone.core.turn.TurnPhase.ACTION;
import static io.sidetone.core.turn.TurnPhase.ACTION_KEPT;
import static io.sidetone.core.turn.TurnPhase.AWAITING;
import static io.sidetone.core.turn.TurnPhase.CLOSED;
import static io.sidetone.core.turn.TurnPhase.LISTENING;
import static io.sidetone.core.turn.TurnPhase.OPEN;
import static io.sidetone.core.turn.TurnPhase.PRESSED;
import static io.sidetone.core.turn.TurnPhase.RESTLESS;
import static io.sidetone.core.turn.TurnPhase.RESTLESS_KEPT;
import static io.sidetone.core.turn.TurnPhase.SPEAKING;
import static io.sidetone.core.turn.TurnPhase.SPEAKING_KEPT;
import static io.sidetone.core.turn.TurnPhase.THINKING;
import static io.sidetone.core.turn.TurnPhase.THINKING_KEPT;
import static io.sidetone.core.turn.TurnPhase.YIELDED;

/**
 * The table of {@link TurnEngine}, as data: phase × trigger → rule, or null where illegal. A rule may signal without a change
 * of phase: the floor answers with a trigger of its own.
 */
public final class TurnTransitions {
    private static final TurnPhase[] PHASES = TurnPhase.values();
    private static final Rule[][] TABLE = new Rule[PHASES.length][TurnTrigger.values().length];

    static {
        move(TurnTrigger.FLOOR_CLOSED, CLOSED, TurnSignal.NONE, PHASES);
        move(TurnTrigger.FLOOR_OPEN, OPEN, TurnSignal.NONE, PHASES);
        move(TurnTrigger.FLOOR_THINKING, THINKING, TurnSignal.NONE, PHASES);
        move(TurnTrigger.FLOOR_ACTION, ACTION, TurnSignal.NONE, PHASES);
        move(TurnTrigger.FLOOR_CALLER, LISTENING, TurnSignal.NONE, PHASES);
        move(TurnTrigger.FLOOR_AGENT, SPEAKING, TurnSignal.NONE, PHASES);

        move(TurnTrigger.PRESS, PRESSED, TurnSignal.NONE, LISTENING, AWAITING, PRESSED);
        move(TurnTrigger.HAND_OVER, AWAITING, TurnSignal.NONE, LISTENING, AWAITING, PRESSED);
        move(TurnTrigger.WAIT_LIMIT, AWAITING, TurnSignal.NO_SPEECH, AWAITING);
        stay(TurnTrigger.TURN_LIMIT, TurnSignal.TURN_TOO_LONG, LISTENING, PRESSED);
        stay(TurnTrigger.END_SILENCE, TurnSignal.END_OF_TURN, LISTENING);

        speech(TurnTrigger.SPEECH, TurnSignal.COMMIT);
        speech(TurnTrigger.CERTAIN_SPEECH, TurnSignal.CERTAIN_COMMIT);

        keep(TurnTrigger.PROTECTED_SPEECH, THINKING, THINKING_KEPT);
        keep(TurnTrigger.PROTECTED_SPEECH, SPEAKING, SPEAKING_KEPT);
        keep(TurnTrigger.PROTECTED_SPEECH, RESTLESS, RESTLESS_KEPT);
        stay(TurnTrigger.PROTECTED_SPEECH, TurnSignal.NONE, ACTION, ACTION_KEPT, YIELDED);

        move(TurnTrigger.SHORT_SPEECH, YIELDED, TurnSignal.YIELD, SPEAKING);
        stay(TurnTrigger.SHORT_SPEECH, TurnSignal.NONE, SPEAKING_KEPT, YIELDED, RESTLESS, RESTLESS_KEPT);
        stay(TurnTrigger.WORDS, TurnSignal.COMMIT, YIELDED);

        move(TurnTrigger.SHORT_SILENCE, SPEAKING, TurnSignal.RESUME, YIELDED);
        move(TurnTrigger.SHORT_SILENCE, SPEAKING, TurnSignal.NONE, RESTLESS);
        move(TurnTrigger.SHORT_SILENCE, SPEAKING_KEPT, TurnSignal.NONE, RESTLESS_KEPT);
        move(TurnTrigger.PAUSE_LIMIT, RESTLESS, TurnSignal.RESUME, YIELDED);

        move(TurnTrigger.END_SILENCE, THINKING, TurnSignal.PENDING_END, THINKING_KEPT);
        move(TurnTrigger.END_SILENCE, ACTION, TurnSignal.PENDING_END, ACTION_KEPT);
        move(TurnTrigger.END_SILENCE, SPEAKING, TurnSignal.PENDING_END, SPEAKING_KEPT);
        move(TurnTrigger.END_SILENCE, RESTLESS, TurnSignal.PENDING_END, RESTLESS_KEPT);
    }

    private TurnTransitions() {}

    /** Returns the rule for {@code trigger} in {@code phase}, or null when the pair is illegal. */
    public static Rule rule(TurnPhase phase, TurnTrigger trigger) {
        return TABLE[phase.ordinal()][trigger.ordinal()];
    }

    private static void speech(TurnTrigger trigger, TurnSignal interruption) {
        stay(trigger, TurnSignal.NONE, CLOSED, LISTENING, PRESSED);
        stay(trigger, TurnSignal.SPEECH_START, OPEN, THINKING, THINKING_KEPT);
        move(trigger, LISTENING, TurnSignal.SPEECH_START, AWAITING);
        keep(trigger, ACTION, ACTION_KEPT);
        stay(trigger, interruption, SPEAKING, SPEAKING_KEPT, YIELDED, RESTLESS, RESTLESS_KEPT);
    }

    /** Speech that takes no floor is kept, once per utterance. */
    private static void keep(TurnTrigger trigger, TurnPhase from, TurnPhase kept) {
        move(trigger, kept, TurnSignal.PENDING_START, from);
        stay(trigger, TurnSignal.NONE, kept);
    }

    private static void stay(TurnTrigger trigger, TurnSignal signal, TurnPhase... phases) {
        for (TurnPhase phase : phases) {
            move(trigger, phase, signal, phase);
        }
    }

    private static void move(TurnTrigger trigger, TurnPhase to, TurnSignal signal, TurnPhase... from) {
        for (TurnPhase phase : from) {
            if (rule(phase, trigger) != null) {
                throw new IllegalStateException("two rules for " + trigger + " in " + phase);
            }
            TABLE[phase.ordinal()][trigger.ordinal()] = new Rule(to, signal);
        }
    }

    /**
     * One row of the table.
     *
     * @param to the phase after it; the phase before it when nothing changes
     * @param signal what it means for the floor
     */
    public record Rule(TurnPhase to, TurnSignal signal) {}
}
