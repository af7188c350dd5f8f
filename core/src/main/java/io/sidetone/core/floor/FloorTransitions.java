package io.sidetone.core.floor;

import static io.sidetone.core.floor.FloorState.ACTION;
import static io.sidetone.core.floor.FloorState.CONNECTING;
import static io.sidetone.core.floor.FloorState.ENDED;
import static io.sidetone.core.floor.FloorState.ENDING;
import static io.sidetone.core.floor.FloorState.FINALIZING;
import static io.sidetone.core.floor.FloorState.IDLE;
import static io.sidetone.core.floor.FloorState.INTERRUPTED;
import static io.sidetone.core.floor.FloorState.LISTENING;
import static io.sidetone.core.floor.FloorState.NOT_CONNECTED;
import static io.sidetone.core.floor.FloorState.SPEAKING;
import static io.sidetone.core.floor.FloorState.THINKING;

import java.util.ArrayList;
import java.util.List;

/** The whole transition table of conformance section 1, as data: state × trigger → rule, or null where illegal. */
public final class FloorTransitions {
    private static final FloorState[] STATES = FloorState.values();
    private static final FloorTrigger[] TRIGGERS = FloorTrigger.values();
    private static final Rule[][] TABLE = new Rule[STATES.length][TRIGGERS.length];

    static {
        move("VIP-T01", FloorTrigger.CONNECT, CONNECTING, NOT_CONNECTED);
        move("VIP-T02", FloorTrigger.READY, IDLE, CONNECTING);
        move("VIP-T03", FloorTrigger.INPUT_START, LISTENING, IDLE);
        move("VIP-T04", FloorTrigger.ANNOUNCE, SPEAKING, IDLE);
        move("VIP-T05", FloorTrigger.INPUT_END, FINALIZING, LISTENING);
        move("VIP-T06", FloorTrigger.INPUT_CANCEL, IDLE, LISTENING);
        move("VIP-T06", FloorTrigger.INPUT_TIMEOUT, IDLE, LISTENING);
        move("VIP-T06", FloorTrigger.RESPONSE_CANCEL, IDLE, LISTENING);
        move("VIP-T07", FloorTrigger.RESPONSE_AUDIO, SPEAKING, THINKING);
        move("VIP-T08", FloorTrigger.RESPONSE_TOOL, ACTION, THINKING);
        move("VIP-T09", FloorTrigger.BARGE_IN, LISTENING, FINALIZING, THINKING);
        move("VIP-T10", FloorTrigger.AUDIO_COMPLETE, IDLE, SPEAKING);
        move("VIP-T11", FloorTrigger.BARGE_IN, INTERRUPTED, SPEAKING);
        move("VIP-T11", FloorTrigger.YIELD, INTERRUPTED, SPEAKING);
        move("VIP-T11", FloorTrigger.RESPONSE_CANCEL, INTERRUPTED, SPEAKING);
        move("VIP-T12", FloorTrigger.CLEANED_TO_LISTENING, LISTENING, INTERRUPTED);
        move("VIP-T12", FloorTrigger.CLEANED_TO_IDLE, IDLE, INTERRUPTED);
        move("VIP-T13", FloorTrigger.ACTION_RESULT, THINKING, ACTION);
        move("VIP-T14", FloorTrigger.ACTION_DONE, IDLE, ACTION);
        move("VIP-T15", FloorTrigger.NO_RESPONSE, IDLE, FINALIZING, THINKING);
        move("VIP-T15", FloorTrigger.RESPONSE_CANCEL, IDLE, FINALIZING, THINKING);
        move("VIP-T16", FloorTrigger.FINAL_TRANSCRIPT, THINKING, FINALIZING);
        move("VIP-T17", FloorTrigger.RESPONSE_CANCEL, IDLE, ACTION);
        for (FloorState state : STATES) {
            if (state.live()) {
                move("VIP-T18", FloorTrigger.SESSION_CLOSE, ENDING, state);
            }
            accept("VIP-T21", FloorTrigger.SESSION_START, state);
        }
        move("VIP-T18", FloorTrigger.RELEASED, ENDED, ENDING);
        move("VIP-T19", FloorTrigger.SETUP_FAILED, ENDING, CONNECTING);
        accept("VIP-T21", FloorTrigger.RESPONSE_CANCEL, NOT_CONNECTED, CONNECTING, IDLE, ENDING, ENDED);
        accept("VIP-T21", FloorTrigger.SESSION_CLOSE, ENDED);
        accept("VIP-T21", FloorTrigger.BARGE_IN, LISTENING);
        accept("VIP-T22", FloorTrigger.INPUT_START, ACTION);
    }

    private FloorTransitions() {}

    /** Returns the rule for {@code trigger} in {@code state}, or null when the pair is illegal (VIP-T20). */
    public static Rule rule(FloorState state, FloorTrigger trigger) {
        return TABLE[state.ordinal()][trigger.ordinal()];
    }

    /** Returns the triggers allowed in {@code state}, for messages about any other. */
    public static List<FloorTrigger> allowed(FloorState state) {
        List<FloorTrigger> allowed = new ArrayList<>();
        for (FloorTrigger trigger : TRIGGERS) {
            if (rule(state, trigger) != null) {
                allowed.add(trigger);
            }
        }
        return allowed;
    }

    private static void move(String id, FloorTrigger trigger, FloorState to, FloorState... from) {
        for (FloorState state : from) {
            put(state, trigger, new Rule(id, to));
        }
    }

    private static void accept(String id, FloorTrigger trigger, FloorState... states) {
        for (FloorState state : states) {
            put(state, trigger, new Rule(id, state));
        }
    }

    private static void put(FloorState state, FloorTrigger trigger, Rule rule) {
        Rule present = TABLE[state.ordinal()][trigger.ordinal()];
        if (present != null) {
            throw new IllegalStateException(
                    "two rules for " + trigger + " in " + state + ": " + present.id() + " and " + rule.id());
        }
        TABLE[state.ordinal()][trigger.ordinal()] = rule;
    }

    /**
     * One row of the table.
     *
     * @param id conformance row
     * @param to the state after it; the state before it when the trigger is accepted without a transition
     */
    public record Rule(String id, FloorState to) {}
}
