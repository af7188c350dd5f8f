package io.sidetone.server.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.server.softphone.call.CallResult;
import io.sidetone.server.softphone.script.Trigger;
import io.sidetone.server.softphone.sound.CallerSound;
import io.sidetone.server.voice.SyntheticVoice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real calls whose agent is one of {@code config/examples/agents}, in its own process and language. */
class RelaySystemTest {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private static CallerSound voice(int seed) {
        short[] pcm = new short[8 * 1_500];
        new SyntheticVoice(8_000, seed, -20).fill(pcm, 0, pcm.length);
        return new CallerSound("voice " + seed, pcm);
    }

    private static List<String> said(RealCall call) throws Exception {
        List<String> texts = new ArrayList<>();
        for (JsonNode line : call.detail().path("history")) {
            texts.add(line.path("role").asText() + ": "
                    + line.path("text").asText().strip());
        }
        return texts;
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo.js", "echo.py"})
    void shouldAnswerCallsWithAnAgentInAnotherLanguage(String script) throws Exception {
        try (ExampleAgent agent = ExampleAgent.start(script, folder);
                ServerProcess server = ServerProcess.startWith(
                        folder,
                        """
                        engines: {mock: {type: mock}, mine: {type: relay, url: "%s"}}
                        agents:
                          desk: {recognizer: mock, dialogue: mine, synthesizer: mock, greeting: "Hello, you called {called}."}
                        """
                                .formatted(agent.url()))) {
            RealCall call = RealCall.dial(
                    server,
                    "desk",
                    List.of(
                            RealCall.play(new Trigger.AfterAgentTurn(), voice(1)),
                            RealCall.play(new Trigger.AfterTalkStart(300), voice(2)),
                            RealCall.hangUp(new Trigger.AfterAgentTurn())));
            CallResult.Completed ended = call.completed();
            assertThat(ended.scenario().complete()).as(ended.scenario().text()).isTrue();
            server.awaitIdle();
            assertThat(said(call)).hasSize(5).satisfies(lines -> {
                assertThat(lines.get(0)).matches("(?i)assistant: Hello, you called.*");
                assertThat(lines.get(1)).matches("(?i)user: .*utterance 1.*");
                assertThat(lines.get(2))
                        .as("what was heard of it")
                        .matches("(?i)assistant: You.*")
                        .doesNotContain("1");
                assertThat(lines.get(4)).matches("(?i)assistant: You said: .*utterance 2.*");
            });
            assertThat(agent.said())
                    .contains("call " + call.callId() + " from ", "interrupted after: You")
                    .doesNotContain("error", "Traceback");
            server.assertUnharmed();
        }
    }
}
