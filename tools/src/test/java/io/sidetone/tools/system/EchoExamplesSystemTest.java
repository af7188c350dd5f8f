package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of an agent, asked as a call asks them: what they answer, and what they print. */
class EchoExamplesSystemTest {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    /** Everything that the agent sends. */
    private static final class Said implements WebSocket.Listener {
        private final StringBuffer all = new StringBuffer();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            all.append(data);
            socket.request(1);
            return null;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo.py", "echo.ts"})
    void shouldAnswerWholePromptsAloneAndPrintWhatWasHeard(String script) throws Exception {
        Said said = new Said();
        try (ExampleAgent agent = ExampleAgent.start(script, folder)) {
            WebSocket socket = HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .buildAsync(URI.create(agent.url("ws")), said)
                    .get(20, TimeUnit.SECONDS);
            for (String message : new String[] {
                "{\"type\": \"setup\", \"callSid\": \"C1\", \"from\": \"a\", \"to\": \"b\"}",
                "{\"type\": \"prompt\", \"voicePrompt\": \"so far\", \"last\": false}",
                "{\"type\": \"dtmf\", \"digit\": \"7\"}",
                "{\"type\": \"prompt\", \"voicePrompt\": \"all of it\", \"last\": true}"
            }) {
                socket.sendText(message, true).get(20, TimeUnit.SECONDS);
            }
            ServerProcess.awaitOrFail(
                    "the answer", 20, () -> said.all.toString().replace(" ", "").contains("\"last\":true"));
            assertThat(said.all.toString()).contains("You said: ", "all", "it").doesNotContain("far", "key", "7");
            assertThat(said.all.toString().replace(" ", "")).containsOnlyOnce("\"last\":true");
            assertThat(agent.said()).contains("heard: all of it", "key: 7").doesNotContain("so far", "Traceback");
            socket.abort();
        }
    }
}
