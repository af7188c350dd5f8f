package io.sidetone.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every phase × every trigger, legal and illegal, against the table written out once more by hand. */
@Tag("ITE-PAT-002")
class TurnTransitionsTest {
    private static final String[] TABLE = {
        "CLOSED SPEECH CLOSED NONE",
        "OPEN SPEECH OPEN SPEECH_START",
        "THINKING SPEECH THINKING SPEECH_START",
        "THINKING_KEPT SPEECH THINKING_KEPT SPEECH_START",
        "ACTION SPEECH ACTION_KEPT PENDING_START",
        "ACTION_KEPT SPEECH ACTION_KEPT NONE",
        "LISTENING SPEECH LISTENING NONE",
        "AWAITING SPEECH LISTENING SPEECH_START",
        "PRESSED SPEECH PRESSED NONE",
        "SPEAKING SPEECH SPEAKING COMMIT",
        "SPEAKING_KEPT SPEECH SPEAKING_KEPT COMMIT",
        "YIELDED SPEECH YIELDED COMMIT",
        "RESTLESS SPEECH RESTLESS COMMIT",
        "RESTLESS_KEPT SPEECH RESTLESS_KEPT COMMIT",
        "THINKING PROTECTED_SPEECH THINKING_KEPT PENDING_START",
        "THINKING_KEPT PROTECTED_SPEECH THINKING_KEPT NONE",
        "ACTION PROTECTED_SPEECH ACTION NONE",
        "ACTION_KEPT PROTECTED_SPEECH ACTION_KEPT NONE",
        "SPEAKING PROTECTED_SPEECH SPEAKING_KEPT PENDING_START",
        "SPEAKING_KEPT PROTECTED_SPEECH SPEAKING_KEPT NONE",
        "YIELDED PROTECTED_SPEECH YIELDED NONE",
        "RESTLESS PROTECTED_SPEECH RESTLESS_KEPT PENDING_START",
        "RESTLESS_KEPT PROTECTED_SPEECH RESTLESS_KEPT NONE",
        "SPEAKING SHORT_SPEECH YIELDED YIELD",
        "SPEAKING_KEPT SHORT_SPEECH SPEAKING_KEPT NONE",
        "YIELDED SHORT_SPEECH YIELDED NONE",
        "RESTLESS SHORT_SPEECH RESTLESS NONE",
        "RESTLESS_KEPT SHORT_SPEECH RESTLESS_KEPT NONE",
        "YIELDED WORDS YIELDED COMMIT",
        "YIELDED SHORT_SILENCE SPEAKING RESUME",
        "RESTLESS SHORT_SILENCE SPEAKING NONE",
        "RESTLESS_KEPT SHORT_SILENCE SPEAKING_KEPT NONE",
        "YIELDED PAUSE_LIMIT RESTLESS RESUME",
        "LISTENING END_SILENCE LISTENING END_OF_TURN",
        "THINKING_KEPT END_SILENCE THINKING PENDING_END",
        "ACTION_KEPT END_SILENCE ACTION PENDING_END",
        "SPEAKING_KEPT END_SILENCE SPEAKING PENDING_END",
        "RESTLESS_KEPT END_SILENCE RESTLESS PENDING_END",
        "LISTENING TURN_LIMIT LISTENING TURN_TOO_LONG",
        "PRESSED TURN_LIMIT PRESSED TURN_TOO_LONG",
        "AWAITING WAIT_LIMIT AWAITING NO_SPEECH",
        "LISTENING PRESS PRESSED NONE",
        "AWAITING PRESS PRESSED NONE",
        "PRESSED PRESS PRESSED NONE",
        "LISTENING HAND_OVER AWAITING NONE",
        "AWAITING HAND_OVER AWAITING NONE",
        "PRESSED HAND_OVER AWAITING NONE",
    };

    private static final String[] FLOOR = {
        "FLOOR_CLOSED CLOSED",
        "FLOOR_OPEN OPEN",
        "FLOOR_THINKING THINKING",
        "FLOOR_ACTION ACTION",
        "FLOOR_CALLER LISTENING",
        "FLOOR_AGENT SPEAKING",
    };

    private static Map<String, String> expected() {
        Map<String, String> rules = new HashMap<>();
        for (String row : TABLE) {
            String[] f = row.split(" ");
            rules.put(f[0] + " " + f[1], f[2] + " " + f[3]);
            if (f[1].equals("SPEECH")) {
                rules.put(f[0] + " CERTAIN_SPEECH", f[2] + " " + (f[3].equals("COMMIT") ? "CERTAIN_COMMIT" : f[3]));
            }
        }
        for (TurnPhase phase : TurnPhase.values()) {
            for (String row : FLOOR) {
                String[] f = row.split(" ");
                rules.put(phase + " " + f[0], f[1] + " NONE");
            }
        }
        return rules;
    }

    @Test
    void shouldHoldEveryPhaseTimesTriggerWhenComparedWithTheTable() {
        Map<String, String> expected = expected();
        int legal = 0;
        for (TurnPhase phase : TurnPhase.values()) {
            for (TurnTrigger trigger : TurnTrigger.values()) {
                TurnTransitions.Rule rule = TurnTransitions.rule(phase, trigger);
                assertThat(rule == null ? null : rule.to() + " " + rule.signal())
                        .as("%s × %s", phase, trigger)
                        .isEqualTo(expected.get(phase + " " + trigger));
                legal += rule == null ? 0 : 1;
            }
        }
        assertThat(legal).isEqualTo(expected.size());
    }

    @Test
    void shouldAnswerCountAndStayWhenTriggerIsIllegal() {
        for (TurnPhase phase : TurnPhase.values()) {
            for (TurnTrigger trigger : TurnTrigger.values()) {
                TurnEngine engine = engineIn(phase);
                long refusals = engine.refusals();
                TurnTransitions.Rule rule = TurnTransitions.rule(phase, trigger);
                assertThat(engine.step(trigger, 2))
                        .as("%s × %s", phase, trigger)
                        .isEqualTo(rule == null ? TurnSignal.NONE : rule.signal());
                assertThat(engine.phase()).isEqualTo(rule == null ? phase : rule.to());
                assertThat(engine.refusals() - refusals).isEqualTo(rule == null ? 1 : 0);
            }
        }
    }

    /** Drives an engine into {@code phase} over legal triggers only: also proves that every phase is reachable. */
    private static TurnEngine engineIn(TurnPhase phase) {
        TurnEngine engine = new TurnEngine(TurnPolicy.DEFAULT);
        for (TurnTrigger trigger : path(phase)) {
            engine.step(trigger, 1);
        }
        assertThat(engine.phase()).isEqualTo(phase);
        assertThat(engine.refusals()).isZero();
        return engine;
    }

    private static List<TurnTrigger> path(TurnPhase phase) {
        return switch (phase) {
            case CLOSED -> List.of();
            case OPEN -> List.of(TurnTrigger.FLOOR_OPEN);
            case THINKING -> List.of(TurnTrigger.FLOOR_THINKING);
            case ACTION -> List.of(TurnTrigger.FLOOR_ACTION);
            case LISTENING -> List.of(TurnTrigger.FLOOR_CALLER);
            case SPEAKING -> List.of(TurnTrigger.FLOOR_AGENT);
            case THINKING_KEPT -> after(TurnPhase.THINKING, TurnTrigger.PROTECTED_SPEECH);
            case ACTION_KEPT -> after(TurnPhase.ACTION, TurnTrigger.SPEECH);
            case SPEAKING_KEPT -> after(TurnPhase.SPEAKING, TurnTrigger.PROTECTED_SPEECH);
            case AWAITING -> after(TurnPhase.LISTENING, TurnTrigger.HAND_OVER);
            case PRESSED -> after(TurnPhase.LISTENING, TurnTrigger.PRESS);
            case YIELDED -> after(TurnPhase.SPEAKING, TurnTrigger.SHORT_SPEECH);
            case RESTLESS -> after(TurnPhase.YIELDED, TurnTrigger.PAUSE_LIMIT);
            case RESTLESS_KEPT -> after(TurnPhase.RESTLESS, TurnTrigger.PROTECTED_SPEECH);
        };
    }

    private static List<TurnTrigger> after(TurnPhase phase, TurnTrigger last) {
        List<TurnTrigger> path = new ArrayList<>(path(phase));
        path.add(last);
        return path;
    }
}
