package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.server.actions.webhook.FakeShop;
import io.sidetone.speech.chat.ChatService;
import io.sidetone.speech.chat.OpenAiService;
import io.sidetone.speech.loopback.LoopbackServer;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code chat} of the JAR, with a model that is a service and an action that is a webhook. */
class ChatSystemTest {
    private static final int PATIENCE_S = 40;

    @TempDir
    private Path folder;

    @Test
    void shouldTalkToAnAgentFromAPipe() throws Exception {
        try (FakeShop shop = FakeShop.live();
                LoopbackServer server = LoopbackServer.realTime()) {
            OpenAiService model = new OpenAiService(server, "/v1/chat/completions");
            shop.answer(200, "{\"pieces\": 12}");
            model.answers(
                    "Have you got tea?",
                    (seen, reply) -> ChatService.send(
                            reply,
                            model.calls("", new ChatService.Call("call_1", "check_stock", "{\"article\":\"tea\"}"))));
            model.answers("{\"pieces\":12}", "Twelve ", "pieces.");
            Path config = Files.writeString(
                    folder.resolve("desk.yaml"),
                    """
                    engines:
                      think: {type: openai, url: "%s", key: %s, model: gpt-4.1-mini}
                      mock: {type: mock}
                    actions:
                      check_stock: {type: webhook, url: "%s", secret: %s, description: Counts.}
                    agents:
                      desk: {recognizer: mock, dialogue: think, synthesizer: mock, greeting: "Hello {customer}.",
                             variables: {customer: ""}, prompt: "You work in a shop.", actions: [check_stock]}
                    """
                            .formatted(server.http(""), ChatService.KEY, shop.url(), FakeShop.SECRET));
            Path output = folder.resolve("output");
            Process chat =
                    ServerProcess.launch(output, "chat", "desk", "-c", config.toString(), "--var", "customer=Ada");
            try (OutputStream in = chat.getOutputStream()) {
                in.write("Have you got tea?\n".getBytes(StandardCharsets.UTF_8));
            }
            assertThat(chat.waitFor(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
            String said = Files.readString(output);
            assertThat(chat.exitValue()).as(said).isZero();
            assertThat(said.lines())
                    .containsSubsequence("desk: Hello Ada.", "you: Have you got tea?", "desk: Twelve pieces.");
            assertThat(said)
                    .contains("[check_stock {article=tea}]", "[check_stock brought {pieces=12}]")
                    .doesNotContain(ChatService.KEY, FakeShop.SECRET);
        }
    }
}
