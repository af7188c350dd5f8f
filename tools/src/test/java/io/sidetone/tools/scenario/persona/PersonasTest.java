package io.sidetone.tools.scenario.persona;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.ConfigProblem;
import io.sidetone.speech.chat.ChatService;
import io.sidetone.speech.chat.OpenAiService;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.tools.scenario.file.ScenarioCase;
import io.sidetone.tools.scenario.file.ScenarioReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models that play callers: a real one over the loopback, and what is found to be wrong before a call. */
class PersonasTest {
    private static final String CALLS =
            """
            agent: desk
            scenarios:
              moves:
                persona: {engine: caller, is: A man who wants to move his appointment.%s}
            """;

    @TempDir
    private Path folder;

    private final LoopbackServer server = LoopbackServer.open();
    private final OpenAiService service = new OpenAiService(server, "/v1/chat/completions");

    @AfterEach
    void close() {
        server.close();
    }

    private SidetoneConfig config(String more) throws Exception {
        String text =
                """
                engines:
                  mock: {type: mock}
                  caller: {type: openai, url: "%s", key: %s, model: test-model, %s}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(server.http(""), ChatService.KEY, more);
        return new ConfigLoader(ConfigEnvironment.system())
                .parse(text, "test", Path.of(""), Optional.empty())
                .config();
    }

    private List<ScenarioCase> cases(String more) throws Exception {
        return ScenarioReader.read(
                Files.writeString(folder.resolve("calls.yaml"), CALLS.formatted(more)), name -> null);
    }

    private String said(String more) throws Exception {
        SidetoneConfig config = config(more);
        try (PersonaServices models = new PersonaServices(config.agents().get(0))) {
            Personas personas = new Personas(config.engines(), models, false);
            List<ScenarioCase> cases = cases("");
            personas.check(cases);
            return personas.caller(cases.get(0)).next("Good morning.").say().orElse("");
        }
    }

    private static List<String> problems(Personas personas, List<ScenarioCase> cases) {
        return catchThrowableOfType(ConfigException.class, () -> personas.check(cases)).problems().stream()
                .map(ConfigProblem::toString)
                .toList();
    }

    @Test
    void shouldAskTheModelOfTheConfiguration() throws Exception {
        service.says("\"Move it,\n", "please.\"");
        assertThat(said("")).isEqualTo("Move it, please.");
        assertThat(service.lastRequest().toString())
                .contains("wants to move his appointment", "Good morning.")
                .doesNotContain("tools");
        assertThat(server.violations()).isEmpty();
    }

    @Test
    void shouldSayWhyAModelIsNoUse() {
        service.says(" ");
        assertThatThrownBy(() -> said("")).isInstanceOf(PersonaException.class).hasMessageContaining("nothing");
        service.says("and so on ".repeat(200));
        assertThatThrownBy(() -> said("")).hasMessageContaining("more than 1000 characters");
        service.next((seen, reply) -> reply.whole(401, Map.of(), "{\"error\": {\"message\": \"bad key\"}}"));
        assertThatThrownBy(() -> said(""))
                .isInstanceOf(PersonaException.class)
                .hasMessageContaining("401")
                .hasMessageNotContaining(ChatService.KEY);
        service.next((seen, reply) -> reply.head(200, ChatService.SSE));
        assertThatThrownBy(() -> said("answer-timeout: 100ms"))
                .isInstanceOf(PersonaException.class)
                .hasMessageContaining("100 ms");
    }

    @Test
    void shouldRefuseAnEngineThatPlaysNobody() throws Exception {
        Personas personas = new Personas(config("").engines(), engine -> null, false);
        List<ScenarioCase> cases = ScenarioReader.read(
                Files.writeString(
                        folder.resolve("calls.yaml"),
                        """
                        scenarios:
                          a: {persona: {engine: caler, is: Somebody}}
                          b: {persona: {engine: mock, is: Somebody}}
                        """),
                name -> null);
        assertThat(problems(personas, cases))
                .satisfiesExactly(
                        unknown -> assertThat(unknown)
                                .contains("calls.yaml line 2", "'caler' is no engine", "did you mean caller?"),
                        stand -> assertThat(stand).contains("line 3", "of type mock", "openai, azure-openai"));
    }

    @Test
    void shouldSayWhatOfAModelsSettingsCannotBeUsed() throws Exception {
        Personas personas = new Personas(
                config("").engines(),
                engine -> {
                    throw new IllegalArgumentException("engines.caller.model: ends today");
                },
                false);
        assertThat(problems(personas, cases(""))).singleElement().asString().contains("line 4", "ends today");
    }

    @Test
    void shouldReplayARecordingAndWriteOneWhereThatIsWanted() throws Exception {
        List<ScenarioCase> cases = cases(", recorded: said.jsonl");
        Personas recording = new Personas(
                config("").engines(),
                engine -> question -> CompletableFuture.completedFuture("\"Say \\ it\"\n[hang up]"),
                true);
        recording.check(cases);
        PersonaCaller live = recording.caller(cases.get(0));
        live.next("Good \"morning\".\n");
        recording.played(cases.get(0), live);
        Path file = folder.resolve("said.jsonl");
        assertThat(Files.readString(file))
                .isEqualTo("{\"heard\":\"Good \\\"morning\\\".\",\"said\":\"\\\"Say \\\\ it\\\"\\n[hang up]\"}\n");

        Personas replaying = new Personas(
                config("").engines(),
                engine -> {
                    throw new IllegalStateException("a model is opened");
                },
                false);
        replaying.check(cases);
        PersonaCaller again = replaying.caller(cases.get(0));
        assertThat(again.next("Good \"morning\".").say()).contains("Say \\ it");
        assertThat(again.next("").hangUp()).isTrue();
        assertThat(again.notes()).isEmpty();
        replaying.played(cases.get(0), again);
        assertThat(Files.readString(file)).startsWith("{\"heard\":\"Good \\\"morning");
    }

    @Test
    void shouldSayWhatIsWrongWithARecording() throws Exception {
        Personas personas = new Personas(config("").engines(), engine -> null, false);
        List<ScenarioCase> cases = cases(", recorded: said.jsonl");
        assertThat(problems(personas, cases))
                .singleElement()
                .asString()
                .contains("calls.yaml line 4", "said.jsonl does not exist", "test --record");
        for (String bad : List.of(
                "no", "{\"heard\": \"a\"}", "{\"said\": \"a\", \"whom\": 1}", "[]", "null", "{\"said\": null}")) {
            Files.writeString(folder.resolve("said.jsonl"), "{\"said\": \"a\"}\n\n" + bad + "\n");
            assertThat(problems(personas, cases))
                    .as(bad)
                    .singleElement()
                    .asString()
                    .contains("said.jsonl line 3 is no turn");
        }
        Files.write(folder.resolve("said.jsonl"), new byte[] {(byte) 0xff, '\n'});
        assertThat(problems(personas, cases)).singleElement().asString().contains("cannot be read");
        Files.writeString(folder.resolve("said.jsonl"), "\n");
        assertThat(problems(personas, cases)).singleElement().asString().contains("is empty");
    }

    @Test
    void shouldRefuseToRecordWhereItCannotBeWritten() throws Exception {
        Personas personas = new Personas(config("").engines(), engine -> question -> null, true);
        assertThat(problems(personas, cases(", recorded: none/said.jsonl")))
                .singleElement()
                .asString()
                .contains("cannot be written");
        List<ScenarioCase> twice = cases(", recorded: said.jsonl");
        assertThat(problems(personas, List.of(twice.get(0), twice.get(0))))
                .singleElement()
                .asString()
                .contains("is the recording of moves, too");
    }
}
