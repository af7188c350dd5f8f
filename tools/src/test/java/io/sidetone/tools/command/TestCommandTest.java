package io.sidetone.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.server.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code test}: exit codes, and what stands where. */
class TestCommandTest {
    private static final String GOOD =
            """
            scenarios:
              hours:
                agent: appointment-desk
                caller:
                  - say: opening hours
                    expect: {said: [nine to five]}
            """;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "test";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        Commands commands = new Commands(
                new ConfigLoader(ConfigEnvironment.system()),
                (config, again, o, e) -> ExitCode.OK,
                (options, o, e) -> ExitCode.OK);
        return commands.run(new PrintWriter(out), new PrintWriter(err), all);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void shouldEndWithZeroWhenAllIsAsExpected() throws Exception {
        assertThat(run(file("a.yaml", GOOD))).as(err.toString()).isZero();
        assertThat(out.toString()).contains("ok     hours", "1 scenarios, 0 failed");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldPlayEveryFileOfAFolderWithTheSeedThatIsGiven() throws Exception {
        file("b.yml", GOOD);
        file("a.yaml", GOOD.replace("hours:", "first:"));
        file("notes.txt", "no scenario");
        Path junit = folder.resolve("out/results.xml");
        Files.createDirectories(junit.getParent());
        assertThat(run(folder.toString(), "--seed", "9", "--junit", junit.toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).containsSubsequence("first", "hours", "2 scenarios");
        assertThat(Files.readString(junit)).contains("tests=\"1\"", "name=\"hours\"");
    }

    @Test
    void shouldEndWithOneAndShowTheConversationWhenSomethingIsNot() throws Exception {
        Path html = folder.resolve("page.html");
        assertThat(run(file("a.yaml", GOOD.replace("nine to five", "day and night")), "--html", html.toString()))
                .isEqualTo(1);
        assertThat(out.toString()).contains("FAILED hours", "a.yaml line 6: ", "did not say \"day and night\"");
        assertThat(Files.readString(html)).contains("1 of 1 scenarios failed", "from nine to five");
    }

    @Test
    void shouldEndWithTwoForWhatCannotBeRun() throws Exception {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("no scenario is named; name scenario files");
        assertThat(run(folder.resolve("none.yaml").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("none.yaml does not exist; name a scenario file");
        assertThat(run(folder.toString())).isEqualTo(2);
        assertThat(run(file("a.yaml", GOOD), "--seed", "-1")).isEqualTo(2);
        assertThat(run(file("a.yaml", GOOD), "--seed", "x")).isEqualTo(2);
    }

    @Test
    void shouldEndWithSeventyEightAndEveryProblemOfEveryFile() throws Exception {
        file("a.yaml", "scenario: {}\n");
        file("b.yaml", "scenarios: {x: {cller: []}}\n");
        assertThat(run(folder.toString())).isEqualTo(78);
        assertThat(err.toString())
                .contains("a.yaml: scenario: is not a known key (line 1); did you mean scenarios?")
                .contains("b.yaml: scenarios.x.cller: is not a known key (line 1); did you mean scenarios.x.caller?");
        assertThat(run(file("c.yaml", GOOD), "-c", folder.resolve("none.yaml").toString()))
                .isEqualTo(78);
        assertThat(run(file("c.yaml", GOOD.replace("appointment", "apointment"))))
                .isEqualTo(78);
        assertThat(err.toString()).contains("did you mean appointment-desk?");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldReplayWhatTheModelOfACallerSaid() throws Exception {
        String config = file(
                "sidetone.yml",
                """
                engines: {mock: {type: mock}, llm: {type: openai, key: not-asked}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock, greeting: Hello.}}
                """);
        String tea =
                """
                agent: desk
                scenarios:
                  tea:
                    persona: {engine: llm, is: Somebody who wants tea, recorded: said.jsonl}
                    answers: [{to: [tea], say: "Here you are."}, {say: Pardon.}]
                    expect: {said: [here you are], hung-up-by: caller}
                """;
        assertThat(run(file("a.yaml", tea), "-c", config)).isEqualTo(78);
        assertThat(err.toString()).contains("a.yaml line 4", "said.jsonl does not exist; record it: test --record");
        file("said.jsonl", "{\"said\": \"Tea,\\nplease. [hang up]\"}\n");
        assertThat(run(file("a.yaml", tea), "-c", config)).as(out.toString()).isZero();
        assertThat(out.toString()).contains("ok     tea");
        file("said.jsonl", "{\"heard\": \"Good day.\", \"said\": \"Milk, please. [hang up]\"}\n");
        assertThat(run(file("a.yaml", tea), "-c", config)).isEqualTo(1);
        assertThat(out.toString())
                .contains("a.yaml line 6: the agent did not say", "note: turn 1: the agent does not say");
    }

    @Test
    void shouldRefuseToRecordNothing() throws Exception {
        assertThat(run(file("a.yaml", GOOD), "--record")).isEqualTo(2);
        assertThat(err.toString()).contains("--record has nothing to write: no persona names a file");
    }

    @Test
    void shouldSayWhyACallGivesNoScenario() throws Exception {
        String journal = file("x.journal", "no journal at all, but long enough for a header");
        assertThat(run("--from-call", journal)).isEqualTo(1);
        assertThat(err.toString()).contains("x.journal gives no scenario: ", "this is no journal");
        assertThat(run("--from-call", "01HZY0000000000000000000AA")).isEqualTo(2);
        assertThat(err.toString()).contains("--from-call 01HZY0000000000000000000AA: no readable journal");
        assertThat(run("--from-call", journal, file("a.yaml", GOOD))).isEqualTo(2);
        assertThat(run("--from-call", "../../etc/passwd")).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldEndWithSixtyNineWhenNoServerTakesRealCalls() throws Exception {
        int unused;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            unused = socket.getLocalPort();
        }
        String config = file(
                "sidetone.yml",
                """
                http: {port: %d}
                engines: {mock: {type: mock}}
                agents: {desk: {recognizer: [mock], dialogue: [mock], synthesizer: [mock]}}
                """
                        .formatted(unused));
        assertThat(run(file("a.yaml", GOOD), "--real", "-c", config))
                .as(err.toString())
                .isEqualTo(69);
        assertThat(err.toString())
                .contains("no server answers at http://127.0.0.1:" + unused, "start one with the same configuration");
    }
}
