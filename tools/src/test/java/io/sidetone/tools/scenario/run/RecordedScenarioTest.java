package io.sidetone.tools.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.tools.architecture.Product;
import io.sidetone.tools.scenario.file.ScenarioCase;
import io.sidetone.tools.scenario.file.ScenarioFiles;
import io.sidetone.tools.scenario.file.ScenarioReader;
import io.sidetone.tools.scenario.recorded.ScenarioDraft;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scenario of a call that took place: it says what happened, and the same call passes it. */
class RecordedScenarioTest {
    private static final String MODEL =
            """
            engines: {mock: {type: mock}}
            agents:
              desk: {recognizer: [mock], dialogue: [mock], synthesizer: [mock], greeting: Hello., variables: {customer: friend}}
            """;

    @TempDir
    private Path folder;

    private static String draft(byte[] journal, String name, boolean model) throws Exception {
        return ScenarioDraft.of(new JournalFileReader(new ByteArrayInputStream(journal), null), name, agent -> model);
    }

    @Test
    void shouldGiveAScenarioThatTheSameAgentPassesForEveryShippedOne() throws Exception {
        ScenarioAgents agents = Played.shipped();
        for (Path file : ScenarioFiles.of(List.of(Product.root().resolve("config/scenarios/appointment-desk")))) {
            for (ScenarioCase each : ScenarioReader.read(file, name -> null)) {
                String name = each.scenario().name();
                String text = draft(Played.journal(agents, each), name, false);
                ScenarioResult result = Played.one(folder, agents, text);
                assertThat(result.failures()).as(text).isEmpty();
                assertThat(result.played().scenario().outcomes())
                        .as(text)
                        .hasSameSizeAs(result.played().scenario().caller().stream()
                                .flatMap(step -> step.expect().actions().stream())
                                .filter(action -> !action.name().equals("hang_up"))
                                .toList());
            }
        }
    }

    @Test
    void shouldSayWhatHappened() throws Exception {
        ScenarioCase call = Played.cases(
                        folder,
                        """
                agent: appointment-desk
                scenarios:
                  source:
                    from: "+4930555"
                    headers: {X-Id: "a\\"$${b}"}
                    outcomes: [{action: book_appointment, result: failed, values: {message: "closed: today"}, after: 1s}]
                    caller:
                      - say: opening hours
                      - say: book an appointment for Monday
                        into-answer: 2s
                      - silence: 9s
                      - digits: "10"
                      - say: yes
                """)
                .get(0);
        String text = draft(Played.journal(Played.shipped(), call), "copy", false);
        assertThat(text)
                .containsSubsequence(
                        "agent: \"appointment-desk\"",
                        "  copy:",
                        "from: \"+4930555\"",
                        "headers: {\"X-Id\": \"a\\\"$${b}\"}",
                        "- {action: \"book_appointment\", result: failed, after: 1000ms, values: {\"message\": \"closed: today\"}}",
                        "caller:",
                        "- say: \"opening hours\"",
                        "said: [\"From Monday to\"]",
                        "- say: \"book an appointment for Monday\"",
                        "into-answer: 2",
                        "said: [\"At what time on Monday?\"]",
                        "- silence: ",
                        "- digits: \"10\"",
                        "- say: \"yes\"",
                        "- {name: \"book_appointment\", with: {\"day\": \"monday\", \"time\": \"10:00\"}, result: \"failed\"}",
                        "- hang-up: true",
                        "expect: {hung-up-by: caller}");
        assertThat(Played.one(folder, Played.shipped(), text).failures())
                .as(text)
                .isEmpty();
    }

    @Test
    void shouldHaveTheAgentSayWhatItsModelSaid() throws Exception {
        ScenarioAgents agents = Played.configured(MODEL);
        ScenarioCase call = Played.cases(
                        folder,
                        """
                agent: desk
                scenarios:
                  source:
                    variables: {customer: Anna}
                    answers:
                      - {to: [book], action: book_appointment, with: {day: monday, time: noon}, say: "Booked: fine."}
                      - {to: [bye], say: Good bye., hang-up: true}
                    caller:
                      - say: book it
                      - say: bye
                """)
                .get(0);
        String text = draft(Played.journal(agents, call), "copy", true);
        assertThat(text)
                .containsSubsequence(
                        "variables: {\"customer\": \"Anna\"}",
                        "answers:",
                        "- {to: [\"book it\"], action: \"book_appointment\", with: {\"day\": \"monday\", \"time\": \"noon\"}, say: \"Booked: fine.\"}",
                        "- {to: [\"bye\"], say: \"Good bye.\", hang-up: true}",
                        "expect: {hung-up-by: agent}");
        assertThat(Played.one(folder, agents, text).failures()).as(text).isEmpty();
    }

    @Test
    void shouldGiveWhatThereIsOfADamagedJournal() throws Exception {
        ScenarioAgents agents = Played.shipped();
        ScenarioCase call = Played.cases(
                        folder,
                        """
                scenarios: {source: {caller: [{say: opening hours}, {say: no thank you}]}}
                """)
                .get(0);
        byte[] journal = Played.journal(agents, call);
        String text = draft(Arrays.copyOf(journal, journal.length * 2 / 3), "half", false);
        assertThat(text).contains("- say: \"opening hours\"").doesNotContain("no thank you");
    }
}
