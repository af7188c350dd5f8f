package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sidetone.speech.embedded.EmbeddedEngines;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.sound.SpokenSounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The example of an agent in its own process as it is shipped, which hears any words on this machine. */
class RelayDictationSystemTest {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    /** The whole of config/examples/relay.yaml, with the address of the agent. */
    private static String example(ExampleAgent agent) throws IOException {
        String address = "ws://127.0.0.1:8765";
        String yaml =
                Files.readString(Path.of(System.getProperty("sidetone.root")).resolve("config/examples/relay.yaml"));
        assertThat(yaml).contains(address);
        return yaml.replace(address, agent.url("ws"));
    }

    @Test
    void shouldHearAnyWordsOnThisMachineForTheExampleAsItIsShipped() throws Exception {
        assumeTrue(
                EmbeddedEngines.missing().isEmpty(), () -> "skipped: " + String.join("; ", EmbeddedEngines.missing()));
        String asked = "please tell me a story about a dog and a cat";
        try (ExampleAgent agent = ExampleAgent.start("echo.py", folder);
                ServerProcess server = ServerProcess.startWith(folder, example(agent))) {
            RealCall call = RealCall.dial(
                    server,
                    "desk",
                    List.of(RealCall.play(new Trigger.AfterAgentTurn(), SpokenSounds.say(asked, 8_000))));
            assertThat(call.completed().scenario().complete()).isTrue();
            List<String> lines = call.said();
            assertThat(lines).as(agent.said()).hasSize(3);
            assertThat(lines.get(1)).matches("user: .*tell me.*story.*dog.*cat.*");
            assertThat(lines.get(2)).matches("assistant: You said: .*tell me.*story.*dog.*cat.*");
            server.awaitIdle();
            server.assertUnharmed();
        }
    }
}
