package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.server.calls.voice.SyntheticVoice;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Real calls whose agent is one of {@code config/examples/agents}, in its own process and language. */
class RelaySystemTest {
    /** The examples, and how they are reached. */
    private static final Map<String, String> SCRIPTS =
            Map.of("echo.ts", "ws", "echo.py", "ws", "turns.py", "http", "Turns.java", "http");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private static CallerSound voice(int seed) {
        short[] pcm = new short[8 * 1_500];
        new SyntheticVoice(8_000, seed, -20).fill(pcm, 0, pcm.length);
        return new CallerSound("voice " + seed, pcm);
    }

    @Test
    void shouldAnswerCallsWithAgentsInTheirOwnProcessesAndLanguages() throws Exception {
        Map<String, ExampleAgent> agents = new LinkedHashMap<>();
        try {
            StringBuilder engines = new StringBuilder("engines:\n  mock: {type: mock}\n");
            StringBuilder desks = new StringBuilder("agents:\n");
            for (Map.Entry<String, String> each : SCRIPTS.entrySet()) {
                String name = each.getKey().replace('.', '-').toLowerCase(Locale.ROOT);
                ExampleAgent agent = ExampleAgent.start(each.getKey(), folder);
                agents.put(name, agent);
                engines.append("  ").append(name).append(": {type: relay, url: \"");
                engines.append(agent.url(each.getValue())).append("\"}\n");
                desks.append("  ")
                        .append(name)
                        .append(": {match: {called: [")
                        .append(name)
                        .append("]}, dialogue: ");
                desks.append(name).append(", recognizer: mock, synthesizer: mock, ");
                desks.append("greeting: \"Hello, you called {called}.\"}\n");
            }
            try (ServerProcess server = ServerProcess.startWith(folder, engines.toString() + desks)) {
                Map<String, RealCall> calls = new LinkedHashMap<>();
                for (String name : agents.keySet()) {
                    calls.put(name, call(server, name));
                }
                for (Map.Entry<String, RealCall> each : calls.entrySet()) {
                    assertAnswered(each.getValue(), agents.get(each.getKey()));
                }
                server.awaitIdle();
                server.assertUnharmed();
            }
        } finally {
            agents.values().forEach(ExampleAgent::close);
        }
    }

    private static RealCall call(ServerProcess server, String agent) throws Exception {
        return RealCall.dial(
                server,
                agent,
                List.of(
                        RealCall.play(new Trigger.AfterAgentTurn(), voice(1)),
                        RealCall.play(new Trigger.AfterTalkStart(300), voice(2)),
                        RealCall.hangUp(new Trigger.AfterAgentTurn())));
    }

    private static void assertAnswered(RealCall call, ExampleAgent agent) throws Exception {
        CallResult.Completed ended = call.completed();
        assertThat(ended.scenario().complete()).as(ended.scenario().text()).isTrue();
        ServerProcess.awaitOrFail(
                "the whole conversation",
                20,
                () -> ServerProcess.quietly(() -> call.said().size()) >= 5);
        assertThat(call.said()).as(agent.said()).hasSize(5).satisfies(lines -> {
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
                .doesNotContain("error", "Traceback", "Exception");
    }
}
