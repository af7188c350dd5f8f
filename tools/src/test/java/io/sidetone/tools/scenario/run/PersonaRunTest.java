package io.sidetone.tools.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.engine.EngineConfig;
import io.sidetone.speech.chat.ChatQuestion;
import io.sidetone.speech.chat.QuestionModel;
import io.sidetone.tools.scenario.file.ScenarioCase;
import io.sidetone.tools.scenario.persona.Personas;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls in virtual time whose caller is played by a scripted model. */
class PersonaRunTest {
    private static final Map<String, EngineConfig> ENGINES =
            Map.of("caller", new EngineConfig("caller", EngineConfig.Type.OPENAI));

    @TempDir
    private Path folder;

    private final List<String> heard = new ArrayList<>();

    private ScenarioResult play(String scenario, QuestionModel model) throws Exception {
        ScenarioAgents agents = Played.shipped();
        Personas personas = new Personas(ENGINES, engine -> model, false);
        List<ScenarioCase> cases =
                Played.cases(folder, "agent: appointment-desk\nscenarios:\n  persona:\n" + scenario.indent(4));
        Played.check(agents, cases);
        personas.check(cases);
        return new ScenarioRunner(agents, personas).play(cases.get(0), ScenarioRunner.Journaling.none());
    }

    /** Answers one after the other; the last one stays. */
    private QuestionModel says(String... answers) {
        return question -> {
            heard.add(last(question));
            return CompletableFuture.completedFuture(answers[Math.min(heard.size(), answers.length) - 1]);
        };
    }

    private static String last(ChatQuestion question) {
        return question.said().get(question.said().size() - 1);
    }

    private static List<String> failures(ScenarioResult result) {
        return result.failures().stream()
                .map(failure -> result.played().line(failure.part()) + ": " + failure.text())
                .toList();
    }

    @Test
    void shouldBeTheCallerOfAWholeCall() throws Exception {
        ScenarioResult result = play(
                """
                persona: {engine: caller, is: A woman who books an appointment.}
                expect:
                  actions: [{name: book_appointment, with: {day: monday, time: "10:00"}, result: ok}]
                  said: [is booked]
                  not-said: [we are closed]
                  hung-up-by: caller
                """,
                says(
                        "\"I would like to book an appointment,\nplease.\"",
                        "Monday",
                        "at ten o'clock",
                        "yes please",
                        "[hang up]"));
        assertThat(failures(result)).isEmpty();
        assertThat(result.notes()).isEmpty();
        assertThat(heard.get(1)).containsIgnoringCase("which day");
        assertThat(heard.get(4)).containsIgnoringCase("is booked");
        assertThat(result.conversation())
                .extracting(ConversationLine::text)
                .contains("\"I would like to book an appointment, please.\"", "hang-up");
    }

    @Test
    void shouldPlayTheSameCallForTheSameAnswers() throws Exception {
        String scenario = "persona: {engine: caller, is: Somebody, turns: 3}";
        List<ConversationLine> first =
                play(scenario, says("opening hours", "[hang up]")).conversation();
        heard.clear();
        assertThat(play(scenario, says("opening hours", "[hang up]")).conversation())
                .isEqualTo(first);
    }

    @Test
    void shouldHangUpWhereTurnsOrTimeAreUsedUp() throws Exception {
        ScenarioResult turns = play(
                "persona: {engine: caller, is: Somebody, turns: 2}\nexpect: {hung-up-by: caller}",
                says("opening hours"));
        assertThat(failures(turns)).isEmpty();
        assertThat(turns.notes()).singleElement().asString().contains("after 2 turns");
        heard.clear();
        ScenarioResult time = play(
                "persona: {engine: caller, is: Somebody, turns: 100, limit: 30s}\nexpect: {hung-up-by: caller, within: 50s}",
                says("opening hours"));
        assertThat(failures(time)).isEmpty();
        assertThat(time.notes()).singleElement().asString().contains("after 30000 ms");
    }

    @Test
    void shouldNotFailWhereTheAgentHangsUpFirst() throws Exception {
        ScenarioResult result =
                play("persona: {engine: caller, is: Somebody}\nexpect: {hung-up-by: agent}", says("goodbye"));
        assertThat(failures(result)).isEmpty();
    }

    @Test
    void shouldJudgeTheAgentByWhatIsExpectedOfTheWholeCall() throws Exception {
        ScenarioResult result = play(
                "persona: {engine: caller, is: Somebody}\nexpect: {said: [we serve tea], hung-up-by: agent}",
                says("opening hours", "[hang up]"));
        assertThat(failures(result))
                .satisfiesExactly(
                        said -> assertThat(said).startsWith("5: the agent did not say \"we serve tea\""),
                        hungUp -> assertThat(hungUp).startsWith("5: the call was ended by the caller"));
    }

    @Test
    void shouldFailAloneWhereTheModelGivesNothing() throws Exception {
        ScenarioResult result = play(
                "persona: {engine: caller, is: Somebody}\nexpect: {said: [we serve tea]}",
                question -> question.said().size() == 1
                        ? CompletableFuture.completedFuture("opening hours")
                        : CompletableFuture.failedFuture(new IllegalStateException("answers with nothing")));
        assertThat(failures(result)).containsExactly("4: the caller's model caller: answers with nothing");
        assertThat(result.conversation()).extracting(ConversationLine::text).contains("\"opening hours\"");
    }
}
