package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.server.records.subscribers.EventReceiver;
import io.sidetone.speech.chat.ChatService;
import io.sidetone.tools.softphone.script.Trigger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What an agent's own model writes down about a real call: in the event, in the API, and gone after an erasure. */
@Execution(ExecutionMode.CONCURRENT)
class AfterCallSystemTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ANSWER = "{\"summary\": \"Somebody called.\", \"fields\": {\"urgent\": true}}";

    @TempDir
    private Path folder;

    private final AtomicInteger asked = new AtomicInteger();

    /** Answers the turns of calls with words, and questions about calls with {@code answers} in turn. */
    private void model(LoopbackServices services, String... answers) {
        for (int i = 0; i < 20; i++) {
            services.model.next((seen, reply) -> {
                boolean after = seen.text().contains("You write down");
                String said = after ? answers[Math.min(asked.getAndIncrement(), answers.length - 1)] : "I see.";
                ChatService.send(reply, services.model.words(said));
            });
        }
    }

    private ServerProcess server(LoopbackServices services, EventReceiver receiver) throws Exception {
        return server(services, receiver, "llm");
    }

    private ServerProcess server(LoopbackServices services, EventReceiver receiver, String models) throws Exception {
        return ServerProcess.startConfigured(
                folder,
                services.config(
                                        "recognizer: mock, dialogue: " + models
                                                + ", synthesizer: mock, after-call: {summary: true, within: 30s,"
                                                + " fields: {urgent: {type: boolean, description: Whether they are in a hurry.}}}")
                                .replace(
                                        "engines:\n",
                                        "engines:\n  gone: {type: openai, url: 'http://127.0.0.1:9/v1', key: none}\n")
                        + "subscribers:\n  - {name: crm, url: \"http://127.0.0.1:%d/events\", secret: %s, events: [call-ended]}\n"
                                .formatted(receiver.port(), EventReceiver.SECRET));
    }

    private static RealCall call(ServerProcess server) throws Exception {
        return RealCall.dial(
                server,
                "desk",
                List.of(
                        RealCall.play(new Trigger.AfterAgentTurn(), new RecordedSpeech().utterance(0)),
                        RealCall.hangUp(new Trigger.AfterAgentTurn())));
    }

    @Test
    void shouldTellWhatTheModelWroteDownAndForgetIt() throws Exception {
        try (LoopbackServices services = new LoopbackServices();
                EventReceiver receiver = new EventReceiver(0);
                ServerProcess server = server(services, receiver)) {
            model(services, "Certainly!", ANSWER);
            RealCall call = call(server);
            call.completed();
            ServerProcess.awaitOrFail("the event", 60, () -> !receiver.taken.isEmpty());
            JsonNode written = JSON.readTree(receiver.taken.get(0)).at("/payload/diagnostics/afterCall");
            assertThat(written.toString())
                    .isEqualTo("{\"state\":\"ready\",\"summary\":\"Somebody called.\",\"fields\":{\"urgent\":true}}");
            assertThat(asked)
                    .as("once, and once more after what could not be used")
                    .hasValue(2);
            JsonNode detail = HeardCall.awaitEnd(server, call.callId());
            assertThat(detail.path("afterCall")).isEqualTo(written);
            assertThat(server.body("/metrics")).contains("sidetone_after_call_total{outcome=\"repaired\"} 1.0");

            String caller = URLEncoder.encode(detail.path("from").asText(), StandardCharsets.UTF_8);
            assertThat(server.delete("/api/callers/" + caller).statusCode()).isEqualTo(200);
            assertThat(server.get("/api/calls/" + call.callId()).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void shouldAskTheNextModelWhenTheFirstCannotBeReached() throws Exception {
        try (LoopbackServices services = new LoopbackServices();
                EventReceiver receiver = new EventReceiver(0);
                ServerProcess server = server(services, receiver, "[gone, llm]")) {
            model(services, ANSWER);
            call(server).completed();
            ServerProcess.awaitOrFail("the event", 60, () -> !receiver.taken.isEmpty());
            JsonNode written = JSON.readTree(receiver.taken.get(0)).at("/payload/diagnostics/afterCall");
            assertThat(written.path("state").asText()).as(written.toString()).isEqualTo("ready");
            assertThat(asked).hasValue(1);
        }
    }

    @Test
    void shouldSayWhatIsMissingWhenTheServerStops() throws Exception {
        try (LoopbackServices services = new LoopbackServices();
                EventReceiver receiver = new EventReceiver(0)) {
            for (int i = 0; i < 20; i++) {
                services.model.next((seen, reply) -> {
                    if (seen.text().contains("You write down")) {
                        asked.incrementAndGet();
                        reply.head(200, ChatService.SSE);
                    } else {
                        ChatService.send(reply, services.model.words("I see."));
                    }
                });
            }
            try (ServerProcess server = server(services, receiver)) {
                call(server).completed();
                ServerProcess.awaitOrFail("the question", 60, () -> asked.get() > 0);
                assertThat(receiver.taken).isEmpty();
            }
            assertThat(receiver.taken).hasSize(1);
            JsonNode missing = JSON.readTree(receiver.taken.get(0)).at("/payload/diagnostics/afterCall");
            assertThat(missing.path("state").asText()).isEqualTo("missing");
            assertThat(missing.path("problem").asText()).contains("the server stopped");
        }
    }
}
