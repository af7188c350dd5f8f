package io.sidetone.tools.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.ConfigProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scenario files: what they mean, and every problem at once with its line. */
class ScenarioReaderTest {
    @TempDir
    private Path folder;

    private List<ScenarioCase> read(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("calls.yaml"), text);
        return ScenarioReader.read(file, name -> null);
    }

    private List<String> problems(String text) {
        ConfigException refused = catchThrowableOfType(ConfigException.class, () -> read(text));
        assertThat(refused).as("nothing was wrong").isNotNull();
        return refused.problems().stream().map(ConfigProblem::toString).toList();
    }

    @Test
    void shouldReadEverythingThatACallerDoes() throws Exception {
        List<ScenarioCase> cases = read(
                """
                agent: desk
                scenarios:
                  first:
                    seed: 7
                    variables: {customer: Anna}
                    headers: {X-Id: "4"}
                    line: {loss: 2.5, noise: -50}
                    outcomes: [{action: book, result: failed, values: {message: closed}, after: 1s}]
                    answers: [{to: [hello], say: hi, hang-up: true}]
                    caller:
                      - say: hello
                        into-answer: 2s
                        expect: {said: [hi], within: 1s, interrupted: true}
                      - digits: "12#"
                      - silence: 9s
                      - noise: 160ms
                      - hang-up: true
                    expect: {hung-up-by: caller, actions: [{name: book, with: {day: monday}}], states: [idle, speaking, idle]}
                  second:
                    agent: other
                """);
        assertThat(cases).extracting(each -> each.scenario().name()).containsExactly("first", "second");
        assertThat(cases).extracting(each -> each.scenario().agent().orElse("")).containsExactly("desk", "other");
        Scenario first = cases.get(0).scenario();
        assertThat(first.seed()).isEqualTo(7);
        assertThat(first.variables()).containsEntry("customer", "Anna");
        assertThat(first.line()).isEqualTo(new LineFaults(2.5, -50));
        assertThat(first.outcomes().get(0).success()).isFalse();
        assertThat(first.outcomes().get(0).after()).isEqualTo(Duration.ofSeconds(1));
        assertThat(first.answers().get(0).hangUp()).isTrue();
        assertThat(first.caller())
                .extracting(CallerStep::text)
                .containsExactly("\"hello\"", "digits 12#", "silence of 9000 ms", "noise of 160 ms", "hang-up");
        assertThat(first.caller().get(0).intoAnswer()).contains(Duration.ofSeconds(2));
        assertThat(first.expect().states()).containsExactly("idle", "speaking", "idle");
        assertThat(cases.get(0).line("caller[1].digits")).isEqualTo(14);
        assertThat(cases.get(0).line("expect.said[3]")).isEqualTo(18);
        assertThat(cases.get(1).scenario().seed()).isEqualTo(1);
        assertThat(cases.get(1).scenario().line().noisy()).isFalse();
    }

    @Test
    void shouldNameEveryProblemWithItsLine() {
        assertThat(
                        problems(
                                """
                agnt: desk
                scenarios:
                  one:
                    seed: -4
                    caller:
                      - say: hello
                        into-answr: 2s
                      - {say: hi, digits: "1"}
                      - digits: 1x
                      - silence: 2
                      - expect: {states: [speeking], hung-up-by: operator}
                      - hang-up: true
                      - say: late
                    outcomes: [{result: okay}]
                    expect: {actions: [{with: {a: b}}], within: soon}
                """))
                .containsExactlyInAnyOrder(
                        "agnt: is not a known key (line 1); did you mean agent?",
                        "scenarios.one.seed: '-4' is outside 0 to 2147483647 (line 4); write a whole number from 0 to"
                                + " 2147483647",
                        "scenarios.one.caller[0].into-answr: is not a known key (line 7); did you mean"
                                + " scenarios.one.caller[0].into-answer?",
                        "scenarios.one.caller[1]: does several things: say, digits (line 8); give it one of say, play,"
                                + " digits, silence, noise, hang-up",
                        "scenarios.one.caller[2].digits: '1x' is no keys (line 9); use 0-9, *, #, A-D",
                        "scenarios.one.caller[3].silence: '2' has no unit (line 10); write a number and its unit, for"
                                + " example 250ms, 30s, 5m or 1h",
                        "scenarios.one.caller[4]: does nothing (line 11); give it one of say, play, digits, silence,"
                                + " noise, hang-up",
                        "scenarios.one.caller[4].expect.states[0]: 'speeking' is no state of the floor (line 11); did"
                                + " you mean speaking?",
                        "scenarios.one.caller[4].expect.hung-up-by: 'operator' is not one of caller, agent, nobody"
                                + " (line 11); write one of them",
                        "scenarios.one.caller[6]: comes after the caller has hung up (line 13); remove it, or the"
                                + " hang-up",
                        "scenarios.one.outcomes[0].action: is missing (line 14); give it: The action it stands in for.",
                        "scenarios.one.outcomes[0].result: 'okay' is not one of ok, failed, timeout, element_not_found"
                                + " (line 14); write one of them",
                        "scenarios.one.expect.actions[0].name: is missing (line 15); give it: Which action.",
                        "scenarios.one.expect.within: 'soon' is not a duration (line 15); write a number and its unit,"
                                + " for example 250ms, 30s, 5m or 1h");
    }

    @Test
    void shouldRefuseFilesWithoutScenarios() {
        assertThat(problems("agent: desk\n")).singleElement().asString().startsWith("scenarios: is empty (line 1)");
        assertThat(problems("scenarios: [a]\n")).singleElement().asString().contains("is a list (line 1)");
        assertThat(problems("scenarios: {a: &x {}, b: *x}\n"))
                .singleElement()
                .asString()
                .contains("alias");
        assertThat(problems("scenarios:\n\t- a\n")).singleElement().asString().contains("is not YAML");
    }

    @Test
    void shouldReadACallerWhomAModelPlays() throws Exception {
        Persona persona =
                read("""
                        scenarios:
                          a:
                            persona: {engine: llm, is: "A man who says \\"no\\".", turns: 3, limit: 90s, recorded: a.jsonl}
                          b: {}
                        """)
                        .get(0)
                        .scenario()
                        .persona();
        assertThat(persona)
                .isEqualTo(new Persona(
                        "llm",
                        "A man who says \"no\".",
                        3,
                        Duration.ofSeconds(90),
                        Optional.of(folder.resolve("a.jsonl"))));
        assertThat(persona.on()).isTrue();
        Persona none = read("scenarios: {b: {}}").get(0).scenario().persona();
        assertThat(none).isEqualTo(new Persona("", "", 10, Duration.ofMinutes(5), Optional.empty()));
        assertThat(none.on()).isFalse();
    }

    @Test
    void shouldSayWhatIsWrongWithAPersona() {
        assertThat(
                        problems(
                                """
                scenarios:
                  one:
                    caller: [{say: hi}]
                    persona:
                      is: ...
                      turns: 0
                      limit: 2h
                      egine: llm
                  two:
                    persona: {engine: llm}
                  three:
                    persona: llm
                """))
                .satisfiesExactlyInAnyOrder(
                        both -> assertThat(both)
                                .startsWith("scenarios.one.persona: stands beside caller (line 5); keep one of them"),
                        engine -> assertThat(engine).startsWith("scenarios.one.persona.engine: is missing (line 5)"),
                        words -> assertThat(words).startsWith("scenarios.one.persona.is: has no words (line 5)"),
                        turns -> assertThat(turns)
                                .startsWith("scenarios.one.persona.turns: '0' is outside 1 to 100 (line 6)"),
                        limit -> assertThat(limit).startsWith("scenarios.one.persona.limit: '2h' is outside 1"),
                        key -> assertThat(key)
                                .contains("persona.egine: is not a known key (line 8)", "did you mean", "engine?"),
                        two -> assertThat(two).startsWith("scenarios.two.persona.is: is missing (line 10)"),
                        three -> assertThat(three)
                                .startsWith("scenarios.three.persona: ")
                                .contains("(line 12)"));
    }

    @Test
    void shouldRefuseASoundThatIsNotThere() {
        assertThat(problems("scenarios: {a: {caller: [{play: none.wav}]}}\n"))
                .singleElement()
                .asString()
                .contains("none.wav cannot be read (line 1)");
    }
}
