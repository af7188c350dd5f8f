package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Real calls with a relay agent whose process dies and comes back, and with one that our side calls somebody for. */
class RelayProcessSystemTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int UTTERANCES = 5;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    /** The agent of {@code mortal.mjs} on {@code port}; it listens when this returns. */
    private Process agent(Path output, int port, String... manner) throws IOException, InterruptedException {
        Path script = NodeProject.installed("relay").modules().resolveSibling("mortal.mjs");
        List<String> command = new ArrayList<>(List.of("node", script.toString(), Integer.toString(port)));
        command.addAll(List.of(manner));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        ServerProcess.awaitOrFail(
                "the agent", 30, () -> lines(output).stream().anyMatch(line -> line.startsWith("listening on ")));
        return process;
    }

    private static List<String> lines(Path output) {
        try {
            return Files.readAllLines(output);
        } catch (IOException e) {
            return List.of();
        }
    }

    /** The messages of {@code type} that the agent got. */
    private static List<JsonNode> got(Path output, String type) throws IOException {
        List<JsonNode> messages = new ArrayList<>();
        for (String line : lines(output)) {
            if (line.startsWith("{")
                    && JSON.readTree(line).path("type").asText().equals(type)) {
                messages.add(JSON.readTree(line));
            }
        }
        return messages;
    }

    private static String config(int port, String sip) {
        return """
        sip: {port: 0%s}
        http: {port: 0}
        rtp: {ports: %s}
        limits: {max-calls: 2}
        outbound: {allow: ['+49']}
        engines: {mock: {type: mock}, mine: {type: relay, url: "ws://127.0.0.1:%d"}}
        agents: {desk: {recognizer: mock, dialogue: mine, synthesizer: mock, greeting: "Hello."}}
        """
                .formatted(sip, LeasedPorts.server(2), port);
    }

    @Test
    void shouldGoOnWithTheCallWhenTheAgentDiedInTheMiddleOfAWordAndIsBack() throws Exception {
        int port = LeasedPorts.listener();
        Path before = folder.resolve("before.log");
        Path after = folder.resolve("after.log");
        RecordedSpeech speech = new RecordedSpeech();
        List<ScriptStep> steps = new ArrayList<>();
        for (int i = 0; i < UTTERANCES; i++) {
            steps.add(RealCall.play(new Trigger.AfterAgentTurn(), speech.utterance(i)));
        }
        steps.add(RealCall.hangUp(new Trigger.At(80_000)));
        Process first = agent(before, port, "dies");
        Process second = null;
        try (ServerProcess server = ServerProcess.startConfigured(folder, config(port, ""))) {
            RealCall call = RealCall.dial(server, "desk", steps);
            assertThat(first.waitFor(60, TimeUnit.SECONDS)).as("it died").isTrue();
            second = agent(after, port);
            call.await(
                    "an answer of the agent that is back",
                    e -> e.kind().equals("agent") && e.text().contains("You said"));
            call.hangUp();
            call.completed();
            server.awaitIdle();

            JsonNode setup = got(after, "setup").get(0);
            assertThat(setup.path("callSid").asText()).isEqualTo(call.callId());
            assertThat(setup.path("direction").asText()).isEqualTo("inbound");
            JsonNode told = got(after, "prompt").get(0).path("history");
            JsonNode heard = call.detail().path("history");
            assertThat(told).as("what was said before").hasSizeGreaterThanOrEqualTo(3);
            for (int i = 0; i < told.size(); i++) {
                assertThat(told.get(i).path("text"))
                        .as("line %d of %s", i, heard)
                        .isEqualTo(heard.get(i).path("text"));
            }
            assertThat(told.get(1).path("text"))
                    .as("what the agent died over")
                    .isEqualTo(got(before, "prompt").get(0).path("voicePrompt"));
            assertThat(told.get(2).path("text").asText()).startsWith("Let me look that up");
            server.assertUnharmed();
        } finally {
            first.destroyForcibly();
            if (second != null) {
                second.destroyForcibly();
            }
        }
    }

    @Test
    void shouldTellTheAgentThatOurSidePlacedTheCall() throws Exception {
        int port = LeasedPorts.listener();
        int calleePort = LeasedPorts.listener();
        Path output = folder.resolve("agent.log");
        Process agent = agent(output, port);
        String trunk = ", trunks: [{name: pbx, to: 'sip:127.0.0.1:%d', options-interval: 0s, caller-id: '+4930555'}]"
                .formatted(calleePort);
        try (ServerProcess server = ServerProcess.startConfigured(folder, config(port, trunk))) {
            Sipp.Running callee = new Sipp(folder, "127.0.0.1:9")
                    .start("called-hangs-up.xml", "x", 1, "-p", Integer.toString(calleePort), "-d", "1500");
            String answer = server.post(
                            "/api/calls",
                            "{\"to\": \"+4930123456\", \"agent\": \"desk\", \"headers\": {\"X-Order\": \"A-7\"}}")
                    .body();
            callee.awaitSuccess();
            server.awaitIdle();
            assertThat(got(output, "setup")).hasSize(1).first().satisfies(setup -> {
                assertThat(setup.path("callSid"))
                        .isEqualTo(JSON.readTree(answer).path("callId"));
                assertThat(setup.path("direction").asText()).isEqualTo("outbound");
                assertThat(setup.path("from").asText()).isEqualTo("+4930555");
                assertThat(setup.path("to").asText()).isEqualTo("+4930123456");
            });
            server.assertUnharmed();
        } finally {
            agent.destroyForcibly();
        }
    }
}
