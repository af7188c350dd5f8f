package io.sidetone.tools.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.ConfigProblem;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.replay.Replay;
import io.sidetone.core.replay.ReplayListener;
import io.sidetone.core.replay.ReplayResult;
import io.sidetone.tools.scenario.file.ScenarioCase;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls in virtual time: what the caller does, and what is found to be wrong. */
class ScenarioRunnerTest {
    private static final String BOOKING =
            """
            agent: appointment-desk
            scenarios:
              book:
                outcomes: [{action: book_appointment, after: 700ms}]
                caller:
                  - say: I would like to book an appointment
                    expect: {said: [which day]}
                  - digits: "1"
                  - say: ten o'clock please
                    into-answer: 1s
                    expect: {interrupted: true, said: [shall I book that]}
                  - say: yes please
                    expect:
                      actions: [{name: book_appointment, with: {day: monday, time: "10:00"}, result: ok}]
                      states: [action, speaking, idle]
                      said: [is booked]
            """;

    private static final String MODEL =
            """
            engines:
              mock: {type: mock}
            agents:
              desk:
                recognizer: [mock]
                dialogue: [mock]
                synthesizer: [mock]
                greeting: "Hello {customer}."
                variables: {customer: friend}
                actions: [request_callback]
            """;

    @TempDir
    private Path folder;

    private ScenarioResult shipped(String text) throws Exception {
        return Played.one(folder, Played.shipped(), text);
    }

    private static List<String> failures(ScenarioResult result) {
        return result.failures().stream()
                .map(failure -> result.played().line(failure.part()) + ": " + failure.text())
                .toList();
    }

    @Test
    void shouldBeginAtItsTimeWhateverTheAgentDoes() throws Exception {
        ScenarioResult result = shipped(
                """
                agent: appointment-desk
                scenarios:
                  hasty:
                    on-reprompt: repeat
                    caller:
                      - say: I would like to book an appointment
                        at: 2s
                        expect: {interrupted: true, said: [which day]}
                      - digits: "1"
                        at: 12s
                      - hang-up: true
                        at: 1s
                """);
        assertThat(failures(result)).isEmpty();
        List<Long> caller = result.conversation().stream()
                .filter(line -> line.who().equals("caller"))
                .map(ConversationLine::atMs)
                .toList();
        assertThat(caller).startsWith(2_000L, 12_000L).hasSize(3);
        assertThat(caller.get(2)).isBetween(12_000L, 12_100L);
    }

    @Test
    void shouldPassACallThatGoesAsExpected() throws Exception {
        ScenarioResult result = shipped(BOOKING);
        assertThat(failures(result)).isEmpty();
        assertThat(result.turns()).isEqualTo(5);
        assertThat(result.lengthMs()).isBetween(15_000L, 40_000L);
    }

    @Test
    void shouldGiveTheSameJournalForTheSameSeed() throws Exception {
        ScenarioAgents agents = Played.shipped();
        ScenarioCase call = Played.cases(folder, BOOKING).get(0);
        byte[] journal = Played.journal(agents, call);
        assertThat(journal).hasSizeGreaterThan(100_000);
        assertThat(Played.journal(Played.shipped(), call)).isEqualTo(journal);
        assertThat(Played.journal(agents, call.withSeed(2))).isNotEqualTo(journal);
    }

    @Test
    void shouldWriteAJournalThatReplays() throws Exception {
        byte[] journal =
                Played.journal(Played.shipped(), Played.cases(folder, BOOKING).get(0));
        ReplayResult replayed =
                Replay.run(new JournalFileReader(new ByteArrayInputStream(journal), null), ReplayListener.none());
        assertThat(replayed.difference()).isNull();
        assertThat(replayed.complete()).isTrue();
        assertThat(replayed.identical()).isTrue();
    }

    @Test
    void shouldSayWhatWasExpectedInVainAndWhere() throws Exception {
        assertThat(
                        failures(
                                shipped(
                                        """
                scenarios:
                  wrong:
                    caller:
                      - say: what are your opening hours
                        expect:
                          said: [on Sundays]
                          not-said: [we are closed]
                          actions: [{name: book_appointment}]
                          states: [action]
                          interrupted: true
                          within: 20ms
                    expect:
                      hung-up-by: agent
                      within: 5s
                """)))
                .satisfiesExactlyInAnyOrder(
                        said -> assertThat(said)
                                .startsWith("6: after \"what are your opening hours\" the agent did"
                                        + " not say \"on Sundays\"; it said \"From Monday"),
                        notSaid -> assertThat(notSaid).contains("7: ", "the agent said \"we are closed\""),
                        action -> assertThat(action)
                                .contains("8: ", "did not ask for book_appointment; it asked for nothing"),
                        state -> assertThat(state)
                                .contains("9: ", "did not go through action; it went through listening, finalizing"),
                        interrupted -> assertThat(interrupted).contains("10: ", "nothing of the agent was cut short"),
                        within -> assertThat(within).contains("11: ", "the answer began after"),
                        hungUp -> assertThat(hungUp)
                                .isEqualTo(
                                        "13: the call was ended by the caller, not by the agent: the caller hung up"),
                        length -> assertThat(length).contains("14: the call lasted", "not at most 5000"));
    }

    @Test
    void shouldFailWhenTheCallIsOverBeforeTheScript() throws Exception {
        assertThat(
                        failures(
                                shipped(
                                        """
                scenarios:
                  early:
                    caller:
                      - say: goodbye
                      - say: opening hours
                """)))
                .containsExactly("5: the call was over before \"opening hours\": the agent said goodbye");
    }

    @Test
    void shouldFailWhenTheAnswerIsTooShortToBeInterrupted() throws Exception {
        assertThat(
                        failures(
                                shipped(
                                        """
                scenarios:
                  late:
                    caller:
                      - say: book an appointment
                      - say: Monday
                        into-answer: 30s
                """)))
                .containsExactly("5: the agent had finished before 30000 ms of its answer");
    }

    @Test
    void shouldGiveTheOutcomesOfActionsInTheirOrder() throws Exception {
        assertThat(
                        failures(
                                shipped(
                                        """
                scenarios:
                  twice:
                    outcomes:
                      - {action: request_callback, result: failed, after: 1500ms}
                      - {action: request_callback}
                    caller:
                      - say: operator
                      - say: yes
                        expect: {said: [could not arrange that], actions: [{name: request_callback, result: failed}]}
                      - say: operator
                      - say: yes
                        expect: {said: [will call you back], actions: [{name: request_callback, result: ok}]}
                """)))
                .isEmpty();
    }

    @Test
    void shouldAnswerInPlaceOfAModel() throws Exception {
        assertThat(
                        failures(
                                Played.one(
                                        folder,
                                        Played.configured(MODEL),
                                        """
                agent: desk
                scenarios:
                  model:
                    variables: {customer: Anna}
                    answers:
                      - {to: [call me], action: request_callback, say: We call you back., failed: That did not work., hang-up: true}
                      - {to: [book], action: book_appointment, with: {day: monday}, say: Booked., failed: I may not book.}
                      - {say: "What can I do for you?", after: 800ms}
                    caller:
                      - say: good morning
                        expect: {said: [what can I do], within: 2s}
                      - say: book a table
                        expect: {said: [I may not book], actions: [{name: book_appointment, result: not_registered}]}
                      - say: please call me back
                        expect: {said: [we call you back], actions: [{name: request_callback, result: ok}]}
                    expect: {said: [Hello Anna], hung-up-by: agent}
                """)))
                .isEmpty();
    }

    @Test
    void shouldHearACallerThroughNoiseAndLoss() throws Exception {
        ScenarioResult result = shipped(
                """
                scenarios:
                  bad-line:
                    line: {loss: 8, noise: -55}
                    caller:
                      - say: book an appointment for Monday at ten
                        expect: {said: [Monday at ten o'clock]}
                """);
        assertThat(failures(result)).isEmpty();
    }

    @Test
    void shouldRefuseScenariosThatFitNoAgent() throws Exception {
        ScenarioAgents agents = Played.shipped();
        List<ScenarioCase> cases = Played.cases(
                folder,
                """
                scenarios:
                  a: {agent: apointment-desk}
                  b: {outcomes: [{action: book_apointment}], answers: [{say: hi}]}
                """);
        assertThat(catchThrowableOfType(ConfigException.class, () -> Played.check(agents, cases))
                        .problems())
                .extracting(ConfigProblem::toString)
                .satisfiesExactly(
                        agent -> assertThat(agent).contains("calls.yaml line 2", "did you mean appointment-desk?"),
                        answers -> assertThat(answers).contains("line 3", "speaks by its flow"),
                        action -> assertThat(action).contains("line 3", "did you mean book_appointment?"));
    }

    @Test
    void shouldAskForAnswersWhereAServiceDecides() throws Exception {
        ScenarioAgents agents = Played.configured(MODEL);
        List<ScenarioCase> cases = Played.cases(folder, "scenarios: {a: {agent: desk}}\n");
        assertThat(catchThrowableOfType(ConfigException.class, () -> Played.check(agents, cases))
                        .problems())
                .singleElement()
                .asString()
                .contains("scenarios.a.answers: is missing", "decided by mock");
    }

    @Test
    void shouldHandOverToAnotherAgentInVirtualTime() throws Exception {
        ScenarioAgents agents = Played.configured(
                """
                engines: {mock: {type: mock}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock, greeting: Desk., hand-over: {to: [sales]}}
                  sales: {match: {called: ["7"]}, recognizer: mock, dialogue: mock, synthesizer: mock,
                          greeting: "Sales, good morning.", hand-over: {on: {"0": desk}}}
                """);
        ScenarioResult result = Played.one(
                folder,
                agents,
                """
                agent: desk
                scenarios:
                  buy:
                    answers:
                      - {to: [buy], action: hand_over, with: {agent: sales, note: wants tea}, say: I connect you.}
                      - {say: One pound of tea.}
                    caller:
                      - say: I want to buy tea
                        expect: {said: [I connect you, "Sales, good morning"], actions: [{name: hand_over, result: ok}]}
                      - say: one pound
                        expect: {said: [one pound of tea]}
                      - digits: "0"
                        expect: {said: [Desk], actions: [{name: hand_over, result: ok}]}
                """);
        assertThat(failures(result)).isEmpty();
    }
}
