package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** /vip of the JAR that ships, with mock engines, over a real socket: keys, a turn, an interruption, an action, the end. */
class VipSystemTest {
    private static final String TOKEN = "the-operators-token";
    private static final String ACTIONS =
            """
            {"narrated_state": "The start page.", "audio": {"input": {"encoding": "pcm16", "sampleRateHz": 16000},
              "output": {"encoding": "pcm16", "sampleRateHz": 24000}}, "actions": {"navigate": {
              "description": "Opens a page", "parameters": {"type": "object", "properties": {"page": {"type": "string"}},
              "required": ["page"]}}}}
            """;

    @TempDir
    private Path folder;

    private static JsonNode key(ServerProcess server, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + server.http() + "/api/tokens"))
                .header("Authorization", "Bearer " + TOKEN)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return new ObjectMapper().readTree(answer.body());
    }

    private static URI vip(ServerProcess server, String query) {
        return URI.create("ws://" + server.http() + "/vip" + query);
    }

    @Test
    @Tag("VIP-03")
    @Tag("VIP-06")
    @Tag("VIP-09")
    @Tag("VIP-10")
    @Tag("VIP-20")
    void shouldHoldASessionWithAKeyAndAnotherOnTheSameSocket() throws Exception {
        String more = "http: {port: 0, token: " + TOKEN + "}\n";
        try (ServerProcess server = ServerProcess.startConfigured(folder, config(more))) {
            String key =
                    key(server, "{\"agent\": \"desk\"}").path("ephemeral_key").asText();
            String next = key(server, "{}").path("ephemeral_key").asText();
            try (VipClient client = new VipClient(vip(server, "?token=" + key))) {
                client.send("session.initialize", ACTIONS);
                client.await("session.connected");
                client.await("server.ready");
                assertThat(client.await("server.announce").path("role").asText())
                        .isEqualTo("assistant");
                JsonNode sound = client.await("response.audio");
                assertThat(Base64.getDecoder().decode(sound.path("audio").asText()))
                        .hasSize(24_000 / 50 * 2);
                client.send("input.barge_in", "{\"trigger\": \"tap\"}");
                client.await("playback.stop");
                client.send("input.cancel", "{}");
                client.awaitState("idle");
                client.send("text.input", "{\"text\": \"action navigate {\\\"page\\\": \\\"cart\\\"}\"}");
                JsonNode invoke = client.await("action.invoke");
                assertThat(invoke.path("parameters").path("page").asText()).isEqualTo("cart");
                client.send(
                        "action.result",
                        "{\"invocation_id\": \"" + invoke.path("invocation_id").asText()
                                + "\", \"status\": \"error\", \"code\": \"element_not_found\"}");
                assertThat(client.await("response.text.delta").path("text").asText())
                        .isEqualTo("That did not work: element not found.");
                client.send("session.close", "{}");
                client.await("session.terminated");
                client.send("client.connect", "{\"token\": \"" + next + "\"}");
                client.await("session.connected");
                client.send("session.initialize", "{}");
                client.await("server.ready");
            }
            assertThatThrownBy(() -> new VipClient(vip(server, "?token=" + key)))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(WebSocketHandshakeException.class, refused -> assertThat(
                                    refused.getResponse().statusCode())
                            .isEqualTo(401));
        }
    }

    @Test
    @Tag("VIP-04")
    @Tag("VIP-05")
    void shouldTakeSpokenTurnsByButtonAndSurviveBadInput() throws Exception {
        try (ServerProcess server = ServerProcess.startConfigured(folder, config("http: {port: 0}\n"))) {
            try (VipClient client = new VipClient(vip(server, ""))) {
                client.send("session.initialize", "{\"user\": {\"user_id\": \"ada\"}}");
                client.await("server.ready");
                client.await("audio.complete");
                client.awaitState("idle");
                client.send("nonsense", "{}");
                assertThat(client.await("error").path("code").asText()).isEqualTo("unknown_event");
                client.send("input.start", "{\"trigger\": \"ptt\"}");
                for (int i = 0; i < 30; i++) {
                    client.sound(new byte[640]);
                }
                client.send("input.end", "{}");
                assertThat(client.await("transcript.final").path("text").asText())
                        .isEqualTo("[mock] utterance 1");
                client.awaitState("ai_speaking");
                client.send("response.cancel", "{}");
                client.awaitState("idle");
            }
        }
    }

    private static String config(String http) {
        return """
                sip: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(LeasedPorts.server(10))
                + http;
    }
}
