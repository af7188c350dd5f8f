package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.tools.softphone.script.Trigger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A real call whose recognizer is the plugin vosk, with the real library and a model that takes every sound for the word low or
 * high; servers that cannot have it.
 */
@Execution(ExecutionMode.CONCURRENT)
class VoskSystemTest {
    private final Path module = Path.of(System.getProperty("sidetone.root"), "plugins", "vosk");
    private final Path plugins = module.resolve("target/plugins");
    private final Path model = module.resolve("target/tone-model");

    @TempDir
    private Path folder;

    private record Ran(int code, String text) {}

    @BeforeEach
    void needThePlugin() {
        assumeTrue(Files.isDirectory(plugins), "there is no " + plugins + "; the build of the module vosk makes it");
        assumeTrue(Files.isDirectory(model), "there is no " + model + "; the tests of the module vosk make it");
    }

    @Test
    void shouldHearTheCallerThroughThePlugin() throws Exception {
        RecordedSpeech speech = new RecordedSpeech();
        try (ServerProcess server = ServerProcess.startConfigured(folder, config(plugins, model))) {
            assertThat(server.output()).contains("plugin vosk: vosk, recognition by Vosk");
            RealCall call = RealCall.dial(
                    server,
                    "desk",
                    List.of(
                            RealCall.play(new Trigger.AfterAgentTurn(), speech.utterance(0)),
                            RealCall.play(new Trigger.AfterAgentTurn(), speech.utterance(1)),
                            RealCall.hangUp(new Trigger.AfterAgentTurn())));
            call.completed();
            server.awaitIdle();
            List<String> heard = new ArrayList<>();
            for (JsonNode entry :
                    new ObjectMapper().readTree(server.detail(call.callId())).path("history")) {
                if (entry.path("role").asText().equals("user")) {
                    heard.add(entry.path("text").asText());
                }
            }
            System.out.println("vosk took what callers said for " + heard);
            assertThat(heard).hasSize(2).allMatch(words -> words.matches("(low|high)( (low|high))*"));
            server.assertUnharmed();
            assertThat(server.metric("sidetone_engine_requests_total", "engine=\"stt\""))
                    .isPositive();
            assertThat(server.metric("sidetone_engine_failures_total", "engine=\"stt\""))
                    .isZero();
            server.terminate();
            assertThat(server.awaitExit(30)).isZero();
        }
    }

    @Test
    void shouldTryItBeforeCallsDependOnIt() throws Exception {
        String good = config(plugins, model);
        Ran ran = run(good, "check-engines", "-c");
        assertThat(ran.code()).as(ran.text()).isZero();
        assertThat(ran.text())
                .containsPattern(
                        "stt \\(recognizer\\): ok, \\d+ ms: decoded 500 ms of silence with .*tone-model at 16000 Hz");
        assertThat(run(good, "check-config").text()).contains(": ok, 1 agent, ").contains("plugin vosk: vosk, ");
        Ran bad = run(config(plugins, folder), "check-engines", "-c");
        assertThat(bad.code()).isEqualTo(1);
        assertThat(bad.text())
                .contains("stt (recognizer): FAILED: engines.stt.model: " + folder + " is no whole Vosk model");
    }

    @Test
    void shouldNotStartAndSayWhyWhenTheModelIsNone() throws Exception {
        Ran none = run(config(plugins, folder.resolve("nowhere")), "serve", "-c");
        assertThat(none.code()).isEqualTo(78);
        assertThat(none.text())
                .contains("engines.stt.model: " + folder + "/nowhere is no folder that can be read; unpack");
        Ran wrong = run(config(plugins, model).replace("threads: 1", "threads: 0"), "serve", "-c");
        assertThat(wrong.code()).isEqualTo(78);
        assertThat(wrong.text())
                .containsPattern(
                        "engines.stt.options.threads: '0' is outside 1 to 64 \\(line \\d+\\); write a whole number");
    }

    @Test
    void shouldNotStartAndSayWhyWhenThePluginIsMissing() throws Exception {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        Ran ran = run(config(empty, model), "serve", "-c");
        assertThat(ran.code()).isEqualTo(69);
        assertThat(ran.text())
                .contains(
                        "plugins: the plugin vosk is missing, which engines.stt needs; put its folder, which the build"
                                + " makes in plugins/vosk/target/plugins, into the folder that plugins names");
    }

    private Ran run(String yaml, String... command) throws Exception {
        Path output = folder.resolve("server.log");
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.add(Files.writeString(folder.resolve("some.yaml"), yaml).toString());
        Process process = ServerProcess.launch(output, arguments.toArray(String[]::new));
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ran(process.exitValue(), Files.readString(output));
    }

    private static String config(Path plugins, Path model) {
        return """
        sip: {port: 0}
        http: {port: 0}
        rtp: {ports: %s}
        limits: {max-calls: 1}
        store: {enabled: false}
        engines:
          stt: {type: vosk, model: %s, options: {threads: 1}}
          mock: {type: mock}
        agents:
          desk: {recognizer: stt, dialogue: mock, synthesizer: mock}
        plugins: %s
        """
                .formatted(LeasedPorts.server(1), model, plugins);
    }
}
