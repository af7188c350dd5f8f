package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code /ws} of the JAR that ships, with the WebSocket client of the JDK. */
class WsSystemTest {
    private static final String USER = "[mocked user] What is the current mocked vertical slice?";
    private static final String PARTIAL = "[mocked partial] Placeholder push-to-talk transcript in progress";
    private static final List<String> ANSWER = List.of(
            "thinking",
            "speaking",
            "[mocked assistant] ",
            "This is a deterministic mocked response from the gateway vertical slice.",
            "response.completed",
            "idle");

    private static ServerProcess server;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = ServerProcess.start(folder, 8).expectingRefusals();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void shouldBeUnharmed() throws Exception {
        server.awaitIdle();
        server.assertUnharmed();
    }

    private static List<String> whole(String... before) {
        List<String> all = new ArrayList<>(List.of(before));
        all.addAll(ANSWER);
        return all;
    }

    @Test
    @Tag("VEL-01")
    @Tag("VEL-05")
    @Tag("VEL-06")
    void shouldSpeakTheDocument() throws Exception {
        try (WsClient client = WsClient.connect(server)) {
            client.await("idle");
            assertThat(client.told()).containsExactly("session.ready", "idle");
            String id = client.last("session.ready").get("sessionId").asText();
            assertThat(server.body("/api/calls"))
                    .as("no call before the client's first message")
                    .doesNotContain(id);
            client.messages.clear();
            client.say("mocked.turn.trigger", "{}");
            client.awaitEnd();
            server.awaitCall(id);
            assertThat(server.body("/api/calls")).contains(id, "\"transport\":\"vela\"");
            assertThat(client.told()).containsExactlyElementsOf(whole("listening", USER));
            client.messages.clear();
            client.say("input_audio.append", "{\"chunk\":\"press\"}");
            client.fragments("{\"type\":\"input_audio.append\",\"payload\":{\"chunk\":\"held\"}}");
            client.say("input_audio.commit", "{}");
            client.awaitEnd();
            assertThat(client.told())
                    .containsExactlyElementsOf(whole(
                            "listening",
                            PARTIAL + ".",
                            PARTIAL + " (2 chunks).",
                            "[mocked final] Placeholder push-to-talk transcript completed from 2 appended chunk(s)."));
            assertThat(client.problems).isEmpty();
        }
    }

    @Test
    @Tag("VEL-04")
    @Tag("VEL-07")
    void shouldSurviveBadInputAndCancelOneOfTwoSessions() throws Exception {
        try (WsClient one = WsClient.connect(server);
                WsClient two = WsClient.connect(server)) {
            one.await("idle");
            two.await("idle");
            one.raw("{ nonsense");
            one.raw("[]");
            one.binary(new byte[] {1});
            one.await("error invalid_json");
            one.say("mocked.turn.trigger", "{}");
            one.say("mocked.turn.trigger", "{}");
            two.say("mocked.turn.trigger", "{}");
            one.await("error mocked_turn_in_flight");
            one.say("response.cancel", "{}");
            two.awaitEnd();
            assertThat(two.told()).containsExactlyElementsOf(whole("session.ready", "idle", "listening", USER));
            assertThat(one.told())
                    .startsWith(
                            "session.ready",
                            "idle",
                            "error invalid_json",
                            "error invalid_message",
                            "error invalid_message")
                    .endsWith("idle")
                    .doesNotContain("response.completed");
            one.raw("x".repeat(500_000));
            ServerProcess.awaitOrFail("the goodbye", 30, () -> one.closed != null);
            assertThat(one.closed).startsWith("1009");
            assertThat(one.problems).isEmpty();
        }
    }

    @Test
    @Tag("VEL-09")
    void shouldResumeAfterADroppedSocket() throws Exception {
        try (WsClient before = WsClient.connect(server)) {
            before.await("idle");
            before.say(
                    "session.start",
                    "{\"protocol\":2,\"resume\":{\"windowMs\":20000},"
                            + "\"audio\":{\"output\":{\"encoding\":\"mulaw\",\"sampleRateHz\":8000}}}");
            ServerProcess.awaitOrFail(
                    "the token", 30, () -> before.last("session.ready").has("resume"));
            JsonNode ready = before.last("session.ready");
            before.say("input_text", "{\"text\":\"hello\"}");
            before.await("response.audio.delta");
            long seen =
                    before.messages.get(before.messages.size() - 1).get("seq").asLong();
            before.abort();
            String id = ready.get("sessionId").asText();
            server.awaitCall("\"held\":true");
            try (WsClient after = WsClient.connect(server)) {
                after.await("idle");
                String token = ready.get("resume").get("token").asText();
                after.say(
                        "session.start",
                        "{\"protocol\":2,\"resume\":{\"token\":\"" + token + "\",\"lastSeq\":" + seen + "}}");
                ServerProcess.awaitOrFail(
                        "the session", 30, () -> after.last("session.ready").has("resumed"));
                assertThat(after.last("session.ready").get("sessionId").asText())
                        .isEqualTo(id);
                assertThat(after.told()).contains("response.cancelled").doesNotContain("response.audio.delta");
                after.messages.clear();
                after.say("input_text", "{\"text\":\"again\"}");
                after.await("response.audio.delta");
                long last = seen;
                for (JsonNode message : after.messages) {
                    assertThat(message.get("seq").asLong()).isGreaterThan(last);
                    last = message.get("seq").asLong();
                }
                after.say("session.close", "{}");
                ServerProcess.awaitOrFail("the goodbye", 30, () -> after.closed != null);
                assertThat(after.closed).startsWith("1000");
                assertThat(before.problems).isEmpty();
                assertThat(after.problems).isEmpty();
            }
        }
    }

    @Test
    @Tag("VEL-04")
    void shouldSurviveMalformedFrames() throws Exception {
        byte[][] broken = {
            {(byte) 0x81, 5, 'h', 'e', 'l', 'l', 'o'},
            {(byte) 0xff, (byte) 0x80, 0, 0, 0, 0},
            {(byte) 0x89, (byte) 0xfe, 1, 0, 0, 0, 0, 0},
            {(byte) 0x80, (byte) 0x80, 0, 0, 0, 0},
            {(byte) 0x81, (byte) 0x82, 0, 0, 0, 0, (byte) 0xc3, 0x28},
            {(byte) 0x81, (byte) 0xff, 0x7f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        };
        for (byte[] frame : broken) {
            String address = server.http();
            int colon = address.lastIndexOf(':');
            try (Socket socket =
                    new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)))) {
                socket.setSoTimeout(20_000);
                OutputStream out = socket.getOutputStream();
                out.write(("GET /ws HTTP/1.1\r\nHost: " + address + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                out.flush();
                InputStream in = socket.getInputStream();
                StringBuilder answer = new StringBuilder();
                while (answer.indexOf("\"idle\"}}") < 0) {
                    answer.append((char) in.read());
                }
                assertThat(answer).startsWith("HTTP/1.1 101").contains("session.ready");
                out.write(frame);
                out.flush();
                byte[] goodbye = in.readAllBytes();
                assertThat(goodbye)
                        .as("a close frame, and the end")
                        .startsWith(0x88)
                        .hasSizeGreaterThan(4);
            }
        }
    }
}
