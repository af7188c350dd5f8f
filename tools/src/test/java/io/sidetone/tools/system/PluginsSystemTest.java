package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.tools.softphone.call.CallProgress;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.call.PhoneCall;
import io.sidetone.tools.softphone.scenario.ScenarioLimits;
import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.signalling.SipTarget;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The examples of plugins, built by Maven alone, in real calls; servers that they do not suit. */
@Execution(ExecutionMode.CONCURRENT)
class PluginsSystemTest {
    private static Path plugins;

    @TempDir
    private Path folder;

    private record Ran(int code, String text) {}

    @BeforeAll
    static void build(@TempDir Path built) throws Exception {
        plugins = ExamplePlugins.build(built);
    }

    @Test
    void shouldServeCallsWithAPluginOfEachKind() throws Exception {
        RecordedSpeech speech = new RecordedSpeech();
        try (ServerProcess server = ServerProcess.startConfigured(folder, config())) {
            assertThat(server.output())
                    .contains("plugin example-recognizer-plugin-1.0.0.jar: example-loudness, hears whether")
                    .contains("plugin example-dialogue-plugin-1.0.0.jar: example-echo, ")
                    .contains("plugin example-synthesizer-plugin-1.0.0.jar: example-beep, ")
                    .contains("plugin example-action-plugin-1.0.0.jar: example-stock, ")
                    .contains("plugin example-router-plugin-1.0.0.jar: example-extensions, ");
            RealCall call = RealCall.dial(
                    server,
                    "desk",
                    List.of(
                            RealCall.play(new Trigger.AfterAgentTurn(), speech.utterance(0)),
                            RealCall.hangUp(new Trigger.AfterAgentTurn())));
            call.completed();
            server.awaitIdle();
            assertThat(history(server, call.callId()))
                    .containsExactly("assistant Hello, caller.", "user tea", "assistant You said tea, thank you.");
            for (String engine : List.of("stt", "llm", "tts")) {
                assertThat(server.metric("sidetone_engine_requests_total", "engine=\"" + engine + "\""))
                        .as("requests of %s", engine)
                        .isPositive();
                assertThat(server.metric("sidetone_engine_failures_total", "engine=\"" + engine + "\""))
                        .isZero();
            }
            RealCall acting = RealCall.dial(
                    server,
                    "shop",
                    List.of(
                            RealCall.play(new Trigger.AfterAgentTurn(), speech.utterance(0)),
                            RealCall.hangUp(new Trigger.AfterAgentTurn())));
            acting.completed();
            server.awaitIdle();
            assertThat(server.metric("sidetone_actions_total", "action=\"stock\",code=\"ok\""))
                    .isEqualTo(1);
            server.assertUnharmed();
            server.terminate();
            assertThat(server.awaitExit(30)).isZero();
        }
    }

    @Test
    void shouldTakeAndRefuseCallsAsARouterSays() throws Exception {
        try (ServerProcess server = ServerProcess.startConfigured(folder, config())) {
            RealCall taken = RealCall.dial(server, "100", List.of(RealCall.hangUp(new Trigger.AfterAgentTurn())));
            taken.completed();
            assertThat(taken.detail().path("agent").asText()).isEqualTo("front");
            assertThat(history(server, taken.callId())).containsExactly("assistant This is 100.");
            CallResult refused = new PhoneCall(
                            SipTarget.resolve("sip:300@" + server.sip()),
                            new CallScript(List.of(), false),
                            ScenarioLimits.DEFAULT,
                            CallProgress.NONE,
                            1,
                            System::nanoTime)
                    .run();
            assertThat(refused).hasToString("480 Closed");
            server.awaitIdle();
            assertThat(server.metric("sidetone_on_call_total{outcome=\"taken\"}"))
                    .isEqualTo(1);
            assertThat(server.metric("sidetone_on_call_total{outcome=\"refused\"}"))
                    .isEqualTo(1);
            server.assertUnharmed();
        }
    }

    @Test
    void shouldTryPluginsBeforeCallsDependOnThem() throws Exception {
        Ran ran = run(config(), "check-engines", "-c");
        assertThat(ran.code()).as(ran.text()).isZero();
        assertThat(ran.text())
                .containsPattern("stt \\(recognizer\\): ok, \\d+ ms: hears tea")
                .containsPattern("llm \\(dialogue\\): ok, \\d+ ms: says You said %s, thank you\\.")
                .containsPattern("tts \\(synthesizer\\): ok, \\d+ ms: 440 Hz")
                .containsPattern("stock \\(action\\): ok, \\d+ ms: 1 articles")
                .containsPattern("agents\\.desk\\.on-call \\(router\\): ok, \\d+ ms: 1 extensions, 1 closed");
        assertThat(run(config(), "check-config").code()).isZero();
    }

    @Test
    void shouldNotStartAndSayWhyWhenAnOptionIsWrong() throws Exception {
        Ran unknown = run(config().replace("pitch-hz", "pich-hz"), "serve", "-c");
        assertThat(unknown.code()).isEqualTo(78);
        assertThat(unknown.text())
                .containsPattern("engines\\.tts\\.options\\.pich-hz: is not a known key \\(line \\d+\\); did you mean"
                        + " engines\\.tts\\.options\\.pitch-hz\\?");
        Ran refused = run(config().replace("You said %s, thank you.", "Nothing."), "serve", "-c");
        assertThat(refused.code()).isEqualTo(78);
        assertThat(refused.text())
                .contains("engines.llm.options.reply: 'Nothing.' says nothing of the caller's words;");
        Ran action = run(config().replace("tea=7", "tea"), "check-config");
        assertThat(action.code()).isEqualTo(78);
        assertThat(action.text())
                .contains("actions.stock.options.shelf: 'tea' is no ARTICLE=PIECES; write for example");
        Ran router = run(config().replace("100=front", "100"), "check-config");
        assertThat(router.code()).isEqualTo(78);
        assertThat(router.text())
                .contains("agents.desk.on-call.options.extensions: '100' is no EXTENSION=AGENT; write for");
    }

    @Test
    void shouldNotStartAndNameTheNearestWhenNoPluginHasTheName() throws Exception {
        Ran ran = run(config().replace("example-beep", "exmaple-beep"), "serve", "-c");
        assertThat(ran.code()).isEqualTo(69);
        assertThat(ran.text())
                .contains("plugins: no synthesizer plugin is called exmaple-beep, which engines.tts names; did you mean"
                        + " example-beep?");
    }

    private static List<String> history(ServerProcess server, String callId) throws Exception {
        List<String> said = new ArrayList<>();
        for (JsonNode entry : new ObjectMapper().readTree(server.detail(callId)).path("history")) {
            said.add(entry.path("role").asText() + " " + entry.path("text").asText());
        }
        return said;
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

    private static String config() {
        return """
        sip: {port: 0}
        http: {port: 0}
        rtp: {ports: %s}
        limits: {max-calls: 2}
        store: {enabled: false}
        engines:
          stt: {type: plugin, plugin: example-loudness, options: {word: tea}}
          llm: {type: plugin, plugin: example-echo, options: {reply: "You said %%s, thank you."}}
          tts: {type: plugin, plugin: example-beep, options: {pitch-hz: "440"}}
          mock: {type: mock}
          acting: {type: mock, action: [stock], parameters: {article: tea}}
        actions:
          stock: {type: plugin, plugin: example-stock, options: {shelf: "tea=7"}}
        agents:
          shop: {match: {called: [shop]}, recognizer: mock, dialogue: acting, synthesizer: mock, actions: [stock]}
          front: {match: {called: [front]}, recognizer: mock, dialogue: llm, synthesizer: mock,
                  variables: {extension: ""}, greeting: "This is {extension}."}
          desk: {recognizer: [stt, mock], dialogue: llm, synthesizer: tts, greeting: "Hello, caller.",
                 on-call: {plugin: example-extensions, options: {extensions: 100=front, closed: "300"}}}
        plugins: %s
        """
                .formatted(LeasedPorts.server(2), plugins);
    }
}
