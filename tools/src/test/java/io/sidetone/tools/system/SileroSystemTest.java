package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.tools.softphone.script.Trigger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real calls in which the plugin silero says when the caller speaks; a server that cannot load it. */
class SileroSystemTest {
    private static final Trigger OVER_THE_AGENT = new Trigger.AfterTalkStart(1_200);
    private static final Trigger NEVER = new Trigger.At(80_000);

    private final Path module = Path.of(System.getProperty("sidetone.root"), "plugins", "silero");
    private final Path plugins = module.resolve("target/plugins");
    private final Path model = module.resolve("target/model/silero_vad.onnx");

    @TempDir
    private Path folder;

    @BeforeEach
    void needThePlugin() {
        assumeTrue(Files.isDirectory(plugins), "there is no " + plugins + "; the build of the module silero makes it");
    }

    @Test
    @Tag("ITE-PAT-003")
    void shouldInterruptTheAgentWhenTheNetworkHearsTheCaller() throws Exception {
        assumeTrue(
                Files.isReadable(model),
                "there is no " + model + "; scripts/fetch-silero plugins/silero/target/model fetches it");
        RecordedSpeech speech = new RecordedSpeech();
        try (ServerProcess server = ServerProcess.startConfigured(folder, config(model));
                EventStream events = EventStream.of(server)) {
            assertThat(server.output()).contains("plugin silero: silero, ");
            RealCall call = RealCall.dial(
                    server,
                    "desk",
                    List.of(RealCall.play(OVER_THE_AGENT, speech.utterance(0)), RealCall.hangUp(NEVER)));
            call.await("its source", e -> e.kind().equals("vad") && e.text().equals("silero"));
            events.await(
                    "the interruption", event -> !events.events("interruption").isEmpty());
            JsonNode interruption = events.events("interruption").get(0).at("/turn/interruption");
            assertThat(interruption.path("source").asText()).isEqualTo("client-hint");
            assertThat(interruption.path("type").asText()).isEqualTo("barge-in");
            call.hangUp();
            call.completed();
            server.awaitIdle();
            server.assertUnharmed();
            assertThat(server.metric("sidetone_vad_evidence_total")).isPositive();
            assertThat(server.metric("sidetone_vad_source_refused_total")).isZero();
            assertThat(server.metric("sidetone_degradations_total")).isZero();
            server.terminate();
            assertThat(server.awaitExit(30)).isZero();
        }
    }

    @Test
    void shouldNotStartAndSayWhyWhenTheModelIsNone() throws Exception {
        Path garbage = Files.writeString(folder.resolve("garbage.onnx"), "no model");
        assertThat(said(config(garbage), 78))
                .contains("vad.silero.model: " + garbage + " is no model that ONNX Runtime can run (")
                .contains("scripts/fetch-silero");
    }

    @Test
    void shouldNotStartAndSayWhyWhenThePluginIsMissing() throws Exception {
        Path none = Files.createDirectories(folder.resolve("none"));
        String yaml = config(Files.writeString(folder.resolve("some.onnx"), "no model"))
                .replace(plugins.toString(), none.toString());
        assertThat(said(yaml, 69)).contains("plugins: the plugin silero is missing, which vad.silero.model needs; ");
    }

    private String said(String yaml, int code) throws Exception {
        Path output = folder.resolve("server.log");
        Path config = Files.writeString(folder.resolve("bad.yaml"), yaml);
        Process process = ServerProcess.launch(output, "serve", "-c", config.toString());
        assertThat(process.waitFor()).isEqualTo(code);
        return Files.readString(output);
    }

    private String config(Path network) {
        return """
        sip: {port: 0}
        http: {port: 0}
        rtp: {ports: %s}
        limits: {max-calls: 1}
        store: {enabled: false}
        engines: {mock: {type: mock}}
        policies: {heard: {vad: silero}}
        agents:
          desk: {recognizer: mock, dialogue: mock, synthesizer: mock, policy: heard}
        plugins: %s
        vad: {silero: {model: %s}}
        """
                .formatted(LeasedPorts.server(1), plugins, network);
    }
}
