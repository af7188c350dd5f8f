package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The official OpenAI client talks to the server that ships. */
class RealtimeSystemTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int LIMIT_S = 60;
    private static final String AGENTS =
            """
            engines:
              brief: {type: mock, reply: "You said %s, and I was told %i."}
              chatty: {type: mock}
              caller: {type: mock, action: lookup, reply: "It says %s."}
            agents:
              tools: {match: {called: [tools]}, recognizer: chatty, dialogue: caller, synthesizer: chatty}
              desk: {match: {called: [desk]}, recognizer: chatty, dialogue: chatty, synthesizer: chatty}
              brief: {recognizer: chatty, dialogue: brief, synthesizer: chatty}
            """;

    @TempDir
    private static Path folder;

    private static NodeProject client;
    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        client = NodeProject.installed("realtime");
        server = ServerProcess.startWith(folder, AGENTS).expectingRefusals();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void shouldBeUnharmed() throws Exception {
        server.awaitIdle();
        server.assertUnharmed();
        assertThat(server.metric("sidetone_ws_events_total", "fault")).isZero();
    }

    private static JsonNode run(ServerProcess on, String key, String agent, String scenario) throws Exception {
        JsonNode ran =
                MAPPER.readTree(client.run(LIMIT_S, "client.mjs", "http://" + on.http() + "/v1", key, agent, scenario));
        List<String> ids = new ArrayList<>();
        ran.path("events").forEach(event -> ids.add(event.path("event_id").asText()));
        assertThat(ids).as("ids of events").doesNotHaveDuplicates().noneMatch(String::isEmpty);
        return ran;
    }

    private static List<String> types(JsonNode ran) {
        List<String> types = new ArrayList<>();
        for (JsonNode event : ran.path("events")) {
            String type = event.path("type").asText();
            boolean again = type.endsWith(".delta")
                    && !types.isEmpty()
                    && types.get(types.size() - 1).equals(type);
            if (!again) {
                types.add(type);
            }
        }
        return types;
    }

    @Test
    void shouldAnswerTypedText() throws Exception {
        JsonNode ran = run(server, "none", "brief", "text");
        assertThat(types(ran))
                .containsExactly(
                        "session.created",
                        "session.updated",
                        "conversation.item.added",
                        "conversation.item.done",
                        "response.created",
                        "rate_limits.updated",
                        "response.output_item.added",
                        "conversation.item.added",
                        "response.content_part.added",
                        "response.output_audio_transcript.delta",
                        "response.output_audio.delta",
                        "response.output_audio.done",
                        "response.output_audio_transcript.done",
                        "response.content_part.done",
                        "response.output_item.done",
                        "conversation.item.done",
                        "response.done");
        JsonNode response = ran.at("/result/response");
        String said = response.at("/output/0/content/0/transcript").asText();
        assertThat(said).isEqualTo("You said opening hours, and I was told Be brief..");
        assertThat(response.at("/metadata/topic").asText()).isEqualTo("hours");
        assertThat(ran.at("/result/audioMs").asInt())
                .as("60 ms per character")
                .isBetween(said.length() * 60 - 60, said.length() * 60 + 60);
    }

    @Test
    void shouldAnswerSpeechThatItDetects() throws Exception {
        JsonNode ran = run(server, "none", "brief", "audio");
        assertThat(types(ran))
                .containsSubsequence(
                        "input_audio_buffer.speech_started",
                        "input_audio_buffer.speech_stopped",
                        "input_audio_buffer.committed",
                        "conversation.item.added",
                        "conversation.item.done",
                        "conversation.item.input_audio_transcription.completed",
                        "response.created",
                        "response.done");
        JsonNode started = event(ran, "input_audio_buffer.speech_started");
        JsonNode stopped = event(ran, "input_audio_buffer.speech_stopped");
        assertThat(started.path("audio_start_ms").asInt())
                .as("speech from 300 ms on")
                .isBetween(0, 500);
        assertThat(stopped.path("audio_end_ms").asInt())
                .as("speech up to 1300 ms, 300 ms of silence")
                .isBetween(1_400, 2_000);
        assertThat(stopped.path("item_id")).isEqualTo(started.path("item_id"));
        assertThat(event(ran, "conversation.item.input_audio_transcription.completed")
                        .path("transcript")
                        .asText())
                .isEqualTo("[mock] utterance 1");
        assertThat(ran.at("/result/response/status").asText()).isEqualTo("completed");
    }

    @Test
    void shouldAnswerSpeechThatTheClientCommits() throws Exception {
        JsonNode ran = run(server, "none", "brief", "manual");
        assertThat(types(ran))
                .doesNotContain("input_audio_buffer.speech_started")
                .containsSubsequence("input_audio_buffer.committed", "response.created", "response.done");
        assertThat(ran.at("/result/response/output/0/content/0/transcript").asText())
                .startsWith("You said [mock] utterance 1");
    }

    @Test
    void shouldBeInterruptedAndCutWhereTheClientStopped() throws Exception {
        JsonNode ran = run(server, "none", "desk", "interrupt");
        assertThat(types(ran))
                .containsSubsequence(
                        "input_audio_buffer.speech_started",
                        "response.done",
                        "conversation.item.truncated",
                        "input_audio_buffer.speech_stopped",
                        "response.created");
        JsonNode response = ran.at("/result/response");
        assertThat(response.path("status").asText()).isEqualTo("cancelled");
        assertThat(response.at("/status_details/reason").asText()).isEqualTo("turn_detected");
        assertThat(response.at("/output/0/status").asText()).isEqualTo("incomplete");
        assertThat(ran.at("/result/late").asInt())
                .as("audio of the old response")
                .isZero();
        assertThat(ran.at("/result/truncated/audio_end_ms").asInt()).isEqualTo(900);
    }

    @Test
    void shouldCallAToolOfTheClient() throws Exception {
        JsonNode ran = run(server, "none", "tools", "tool");
        assertThat(ran.at("/result/call/name").asText()).isEqualTo("lookup");
        assertThat(MAPPER.readTree(ran.at("/result/call/arguments").asText())
                        .path("input")
                        .asText())
                .isEqualTo("opening hours");
        assertThat(ran.at("/result/first/status").asText()).isEqualTo("completed");
        assertThat(ran.at("/result/first/output/0/type").asText()).isEqualTo("function_call");
        assertThat(ran.at("/result/second/output/0/content/0/transcript").asText())
                .isEqualTo("It says opening hours.");
    }

    @Test
    void shouldCancelOnce() throws Exception {
        JsonNode ran = run(server, "none", "desk", "cancel");
        assertThat(ran.at("/result/response/status_details/reason").asText()).isEqualTo("client_cancelled");
        assertThat(ran.at("/result/error/code").asText()).isEqualTo("response_cancel_not_active");
        assertThat(ran.at("/result/error/event_id").asText()).isEqualTo("again");
    }

    @Test
    void shouldAskForItsKey(@TempDir Path guarded) throws Exception {
        try (ServerProcess keyed = ServerProcess.startConfigured(
                guarded,
                """
                sip: {port: 0}
                http: {port: 0, token: secret}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                """
                                .formatted(LeasedPorts.server(10))
                        + AGENTS)) {
            assertThat(run(keyed, "guess", "brief", "hello").path("status").asInt())
                    .isEqualTo(401);
            JsonNode session = run(keyed, "secret", "brief", "hello").at("/result/session");
            assertThat(session.path("model").asText()).isEqualTo("brief");
        }
    }

    private static JsonNode event(JsonNode ran, String type) {
        for (JsonNode event : ran.path("events")) {
            if (event.path("type").asText().equals(type)) {
                return event;
            }
        }
        throw new AssertionError("no " + type + " in " + types(ran));
    }
}
