package io.sidetone.core.floor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every state × every trigger, legal and illegal, against the table written out once more by hand. */
@Tag("VIP-T20")
class FloorTransitionsTest {
    private static final String[] TABLE = {
        "VIP-T01 NOT_CONNECTED CONNECT CONNECTING",
        "VIP-T02 CONNECTING READY IDLE",
        "VIP-T03 IDLE INPUT_START LISTENING",
        "VIP-T04 IDLE ANNOUNCE SPEAKING",
        "VIP-T05 LISTENING INPUT_END FINALIZING",
        "VIP-T06 LISTENING INPUT_CANCEL IDLE",
        "VIP-T06 LISTENING INPUT_TIMEOUT IDLE",
        "VIP-T06 LISTENING RESPONSE_CANCEL IDLE",
        "VIP-T07 THINKING RESPONSE_AUDIO SPEAKING",
        "VIP-T08 THINKING RESPONSE_TOOL ACTION",
        "VIP-T09 FINALIZING BARGE_IN LISTENING",
        "VIP-T09 THINKING BARGE_IN LISTENING",
        "VIP-T10 SPEAKING AUDIO_COMPLETE IDLE",
        "VIP-T11 SPEAKING BARGE_IN INTERRUPTED",
        "VIP-T11 SPEAKING YIELD INTERRUPTED",
        "VIP-T11 SPEAKING RESPONSE_CANCEL INTERRUPTED",
        "VIP-T12 INTERRUPTED CLEANED_TO_LISTENING LISTENING",
        "VIP-T12 INTERRUPTED CLEANED_TO_IDLE IDLE",
        "VIP-T13 ACTION ACTION_RESULT THINKING",
        "VIP-T14 ACTION ACTION_DONE IDLE",
        "VIP-T15 FINALIZING NO_RESPONSE IDLE",
        "VIP-T15 FINALIZING RESPONSE_CANCEL IDLE",
        "VIP-T15 THINKING NO_RESPONSE IDLE",
        "VIP-T15 THINKING RESPONSE_CANCEL IDLE",
        "VIP-T16 FINALIZING FINAL_TRANSCRIPT THINKING",
        "VIP-T17 ACTION RESPONSE_CANCEL IDLE",
        "VIP-T18 CONNECTING SESSION_CLOSE ENDING",
        "VIP-T18 IDLE SESSION_CLOSE ENDING",
        "VIP-T18 LISTENING SESSION_CLOSE ENDING",
        "VIP-T18 FINALIZING SESSION_CLOSE ENDING",
        "VIP-T18 THINKING SESSION_CLOSE ENDING",
        "VIP-T18 ACTION SESSION_CLOSE ENDING",
        "VIP-T18 SPEAKING SESSION_CLOSE ENDING",
        "VIP-T18 INTERRUPTED SESSION_CLOSE ENDING",
        "VIP-T18 ENDING RELEASED ENDED",
        "VIP-T19 CONNECTING SETUP_FAILED ENDING",
        "VIP-T21 NOT_CONNECTED RESPONSE_CANCEL NOT_CONNECTED",
        "VIP-T21 CONNECTING RESPONSE_CANCEL CONNECTING",
        "VIP-T21 IDLE RESPONSE_CANCEL IDLE",
        "VIP-T21 ENDING RESPONSE_CANCEL ENDING",
        "VIP-T21 ENDED RESPONSE_CANCEL ENDED",
        "VIP-T21 ENDED SESSION_CLOSE ENDED",
        "VIP-T21 LISTENING BARGE_IN LISTENING",
        "VIP-T22 ACTION INPUT_START ACTION",
    };

    /** The table by state and trigger: row, from, trigger, to. */
    static Map<String, String[]> expected() {
        Map<String, String[]> rules = new HashMap<>();
        for (String row : TABLE) {
            String[] f = row.split(" ");
            rules.put(f[1] + " " + f[2], f);
        }
        for (FloorState state : FloorState.values()) {
            rules.put(state + " SESSION_START", new String[] {"VIP-T21", state.name(), "SESSION_START", state.name()});
        }
        return rules;
    }

    @Test
    @Tag("ITE-PAT-002")
    @Tag("VIP-T01")
    @Tag("VIP-T02")
    @Tag("VIP-T05")
    @Tag("VIP-T06")
    @Tag("VIP-T08")
    @Tag("VIP-T14")
    @Tag("VIP-T17")
    @Tag("VIP-T18")
    @Tag("VIP-T19")
    @Tag("VIP-T21")
    @Tag("VIP-T22")
    void shouldHoldEveryStateTimesTriggerWhenComparedWithTheTable() {
        Map<String, String[]> expected = expected();
        int pairs = 0;
        for (FloorState state : FloorState.values()) {
            for (FloorTrigger trigger : FloorTrigger.values()) {
                String[] row = expected.get(state + " " + trigger);
                FloorTransitions.Rule rule = FloorTransitions.rule(state, trigger);
                if (row == null) {
                    assertThat(rule).as("%s × %s is illegal", state, trigger).isNull();
                } else {
                    assertThat(rule).as("%s × %s", state, trigger).isNotNull();
                    assertThat(rule.id() + " " + rule.to()).isEqualTo(row[0] + " " + row[3]);
                }
                pairs++;
            }
        }
        assertThat(pairs).isEqualTo(11 * 23);
    }

    @Test
    void shouldAnswerCountAndStayWhenTriggerIsIllegal() {
        for (FloorState state : FloorState.values()) {
            for (FloorTrigger trigger : FloorTrigger.values()) {
                Recorder recorder = new Recorder();
                FloorMachine machine = machineIn(state, recorder);
                int movesBefore = recorder.moves.size();
                boolean legal = machine.transition(trigger, 5_000, "test");
                FloorTransitions.Rule rule = FloorTransitions.rule(state, trigger);
                assertThat(legal).isEqualTo(rule != null);
                assertThat(machine.state()).isEqualTo(rule == null ? state : rule.to());
                assertThat(machine.refusals()).isEqualTo(rule == null ? 1 : 0);
                assertThat(recorder.moves.size() - movesBefore).isEqualTo(rule != null && rule.to() != state ? 1 : 0);
                if (rule == null) {
                    assertThat(recorder.refusals)
                            .singleElement()
                            .asString()
                            .contains(trigger.wireName(), state.name(), "allowed: ", "session.start");
                }
            }
        }
    }

    /** Drives a machine into {@code state} over legal transitions only: also proves that every state is reachable. */
    static FloorMachine machineIn(FloorState state, FloorListener listener) {
        List<FloorTrigger> path = path(FloorState.NOT_CONNECTED, state, new HashSet<>());
        FloorMachine machine = new FloorMachine("01CALL", listener, 0);
        for (FloorTrigger trigger : path) {
            assertThat(machine.transition(trigger, 1_000, "path")).isTrue();
        }
        assertThat(machine.state()).isEqualTo(state);
        return machine;
    }

    private static List<FloorTrigger> path(FloorState from, FloorState to, Set<FloorState> seen) {
        record Step(FloorState state, List<FloorTrigger> path) {}
        List<Step> queue = new ArrayList<>(List.of(new Step(from, List.of())));
        while (!queue.isEmpty()) {
            Step step = queue.remove(0);
            if (step.state() == to) {
                return step.path();
            }
            if (!seen.add(step.state())) {
                continue;
            }
            for (FloorTrigger trigger : FloorTrigger.values()) {
                FloorTransitions.Rule rule = FloorTransitions.rule(step.state(), trigger);
                if (rule != null && rule.to() != step.state()) {
                    List<FloorTrigger> path = new ArrayList<>(step.path());
                    path.add(trigger);
                    queue.add(new Step(rule.to(), path));
                }
            }
        }
        throw new AssertionError(to + " cannot be reached");
    }

    static final class Recorder implements FloorListener {
        final List<FloorTransition> moves = new ArrayList<>();
        final List<String> refusals = new ArrayList<>();

        @Override
        public void moved(FloorTransition transition) {
            moves.add(transition);
        }

        @Override
        public void refused(FloorState state, FloorTrigger trigger, String message) {
            refusals.add(message);
        }
    }
}
