package io.sidetone.tools.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.tools.scenario.file.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One call, and what may and may not be expected of it: at its step and in all of it. */
class VerdictTest {
    private static final long S = 1_000_000_000L;

    @TempDir
    private Path folder;

    /** The step lasts from 10 s to 20 s; an answer was cut short in it, two actions were asked for. */
    private static CallLog call() {
        CallLog log = new CallLog(() -> 0);
        log.spoken(1 * S, 3 * S, "Hello.", false);
        log.moved(1 * S, FloorState.IDLE, FloorState.SPEAKING, "");
        log.requested(2 * S, "look_up", Map.of());
        log.outcome("look_up", "ok");
        log.moved(11 * S, FloorState.SPEAKING, FloorState.LISTENING, "");
        log.moved(12 * S, FloorState.LISTENING, FloorState.THINKING, "");
        log.requested(13 * S, "book", Map.of("day", "monday", "pieces", 3));
        log.outcome("book", "failed");
        log.requested(14 * S, "call_back", Map.of());
        log.outcome("call_back", "ok");
        log.moved(14 * S, FloorState.THINKING, FloorState.ACTION, "");
        log.spoken(15 * S, 17 * S, "I could not book it.", true);
        log.moved(15 * S, FloorState.ACTION, FloorState.SPEAKING, "");
        log.spoken(25 * S, 27 * S, "Goodbye.", false);
        log.moved(28 * S, FloorState.SPEAKING, FloorState.IDLE, "");
        log.ended(EndCause.AGENT_HUNG_UP, 30 * S);
        return log;
    }

    private List<String> judged(String ofStep, String ofCall) throws Exception {
        Scenario scenario = Played.cases(
                        folder,
                        """
                        scenarios:
                          one:
                            caller:
                              - {say: book it, expect: {%s}}
                              - {say: thank you}
                            expect: {%s}
                        """
                                .formatted(ofStep, ofCall))
                .get(0)
                .scenario();
        return Verdict.of(
                        scenario,
                        call(),
                        List.of(new CompletedStep(0, 10 * S, 11 * S), new CompletedStep(1, 20 * S, 21 * S)))
                .stream()
                .map(Failure::part)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    said: [Goodbye] | said[0]
                    said: [I could not, Hello] | said[1]
                    not-said: [could not book] | not-said[0]
                    not-said: [Goodbye, could not book] | not-said[1]
                    actions: [{name: look_up}] | actions[0]
                    actions: [{name: book, result: ok}] | actions[0]
                    actions: [{name: book, with: {day: tuesday}}] | actions[0]
                    actions: [{name: book, with: {hour: monday}}] | actions[0]
                    actions: [{name: call_back}, {name: book}] | actions[1]
                    actions: [{name: book}, {name: book}] | actions[1]
                    actions: [{name: book}, {name: call_back, result: failed}] | actions[1]
                    not-actions: [book] | not-actions
                    not-actions: [look_up, call_back] | not-actions
                    states: [thinking, listening] | states[1]
                    states: [action, thinking, speaking] | states[1]
                    states: [speaking, speaking] | states[1]
                    states: [idle] | states[0]
                    interrupted: false | interrupted
                    hung-up-by: agent | hung-up-by
                    within: 3999ms | within
                    """)
    void shouldFindWhatIsWrongWithAStep(String expect, String part) throws Exception {
        assertThat(judged(expect, "")).containsExactly("caller[0].expect." + part);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    said: [Goodbye, see you] | said[1]
                    not-said: [hello] | not-said[0]
                    actions: [{name: book}, {name: look_up}] | actions[1]
                    actions: [{name: look_up, result: failed}] | actions[0]
                    not-actions: [look_up] | not-actions
                    states: [thinking, speaking, action] | states[2]
                    interrupted: false | interrupted
                    hung-up-by: caller | hung-up-by
                    hung-up-by: nobody | hung-up-by
                    within: 29s | within
                    """)
    void shouldFindWhatIsWrongWithTheWholeCall(String expect, String part) throws Exception {
        assertThat(judged("", expect)).containsExactly("expect." + part);
    }

    @Test
    void shouldFindNothingWhereAllIsAsExpected() throws Exception {
        assertThat(
                        judged(
                                """
                                said: [could not book], not-said: [Goodbye, Hello],
                                actions: [{name: book, with: {day: monday, pieces: "3"}, result: failed}, {name: call_back}],
                                not-actions: [look_up], states: [listening, action, speaking], interrupted: true,
                                hung-up-by: nobody, within: 4s
                                """,
                                """
                                said: [hello, could not book, goodbye], actions: [{name: look_up}, {name: call_back, result: ok}],
                                not-actions: [pay], states: [speaking, thinking, idle], interrupted: true, hung-up-by: agent,
                                within: 30s
                                """))
                .isEmpty();
    }

    @Test
    void shouldFindThatSomethingWasNotCutShort() throws Exception {
        CallLog log = new CallLog(() -> 0);
        log.spoken(1 * S, 3 * S, "Hello.", false);
        Scenario scenario = Played.cases(folder, "scenarios: {one: {expect: {interrupted: true}}}")
                .get(0)
                .scenario();
        assertThat(Verdict.of(scenario, log, List.of()))
                .extracting(Failure::part)
                .containsExactly("expect.interrupted");
    }
}
