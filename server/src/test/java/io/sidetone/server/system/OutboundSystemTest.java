package io.sidetone.server.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that are placed over the API: what the callee, played by sipp or by another server, sees and says. */
@Tag("CARD-08")
class OutboundSystemTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private final int port = KamailioProcess.freePort();

    OutboundSystemTest() throws Exception {}

    private ServerProcess start(String outbound) throws Exception {
        return start("to: 'sip:127.0.0.1:" + port + "', options-interval: 0s, caller-id: '+4930555'", outbound);
    }

    private ServerProcess start(String trunk, String outbound) throws Exception {
        return ServerProcess.startConfigured(
                folder,
                """
                sip:
                  port: 0
                  trunks: [{name: pbx, %s}]
                http: {port: 0}
                outbound: {%s}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock}, hush: {type: mock, greeting: ""}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                  quiet: {match: {called: [nobody]}, recognizer: hush, dialogue: hush, synthesizer: hush}
                """
                        .formatted(trunk, outbound, MediaPorts.server(10)));
    }

    private Sipp.Running callee(String scenario, String... more) throws Exception {
        String[] all = new String[more.length + 2];
        all[0] = "-p";
        all[1] = Integer.toString(port);
        System.arraycopy(more, 0, all, 2, more.length);
        return new Sipp(folder, "127.0.0.1:9").start(scenario, "x", 1, all);
    }

    private static HttpResponse<String> place(ServerProcess server, String to) throws Exception {
        return server.post(
                "/api/calls",
                "{\"to\": \"" + to
                        + "\", \"agent\": \"desk\", \"variables\": {\"order\": \"A-7\"}, \"headers\": {\"X-Order\": \"A-7\"}}");
    }

    private static String placed(ServerProcess server, String to) throws Exception {
        HttpResponse<String> answer = place(server, to);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        String id = JSON.readTree(answer.body()).get("callId").asText();
        assertThat(answer.headers().firstValue("Location")).hasValue("/api/calls/" + id);
        return id;
    }

    private static JsonNode ended(ServerProcess server, String id) throws Exception {
        ServerProcess.awaitOrFail(
                "the end of the call", 40, () -> shown(server, id).contains("\"end\":{"));
        return call(server, id).get("end");
    }

    private static String shown(ServerProcess server, String id) {
        return server.body("/api/calls/" + id);
    }

    private static JsonNode call(ServerProcess server, String id) throws Exception {
        return JSON.readTree(server.get("/api/calls/" + id).body());
    }

    @Test
    void shouldSpeakWhenWhomWeCalledAnswers() throws Exception {
        try (ServerProcess server = start("allow: ['+49']");
                EventStream events = EventStream.of(server)) {
            Sipp.Running callee = callee("called-hangs-up.xml", "-d", "1500", "-trace_msg");
            String id = placed(server, "+49 30 1234-56");

            JsonNode end = ended(server, id);
            callee.awaitSuccess();
            assertThat(end.get("cause").asText()).isEqualTo("CALLEE_HUNG_UP");
            assertThat(end.get("by").asText()).isEqualTo("callee");
            JsonNode call = call(server, id);
            assertThat(call.get("to").asText()).isEqualTo("sip:+4930123456@127.0.0.1:" + port + ";user=phone");
            assertThat(call.get("externalId").asText()).isEqualTo(id);
            assertThat(call.get("caller").asText()).isEqualTo("+4930555");
            assertThat(call.get("called").asText()).isEqualTo("+4930123456");
            assertThat(call.get("headers").toString()).isEqualTo("[{\"name\":\"order\",\"value\":\"A-7\"}]");
            assertThat(call.get("dial").get("sipStatus").asInt()).isZero();
            assertThat(call.get("history").toString()).contains("\"assistant\"");
            assertThat(call.get("metrics").get("packetsOut").asInt()).isGreaterThan(20);
            assertThat(call.get("sip").toString())
                    .contains("180 Ringing")
                    .contains("200 OK")
                    .contains("BYE");
            events.await("the end", event -> event.path("diagnostics")
                    .path("end")
                    .path("cause")
                    .asText()
                    .equals("CALLEE_HUNG_UP"));
            server.assertUnharmed();
        }
    }

    @Test
    void shouldSayInWordsWhyNobodyAnswered() throws Exception {
        Map<Integer, String> causes = Map.of(
                486, "BUSY",
                600, "BUSY",
                603, "REJECTED",
                403, "REJECTED",
                404, "UNREACHABLE",
                480, "NO_ANSWER",
                500, "UNREACHABLE");
        try (ServerProcess server = start("allow: ['+49']")) {
            Sipp.Running callee = callee("called-refuses.xml", "-m", Integer.toString(causes.size()));
            for (Map.Entry<Integer, String> each : causes.entrySet()) {
                JsonNode end = ended(server, placed(server, "+4930" + each.getKey()));
                assertThat(end.get("cause").asText())
                        .as("cause of %d", each.getKey())
                        .isEqualTo(each.getValue());
                assertThat(end.get("sipStatus").asInt()).isEqualTo(each.getKey());
            }
            callee.awaitSuccess();
            server.assertUnharmed();
        }
    }

    @Test
    void shouldCancelWhenNobodyAnswersInTime() throws Exception {
        try (ServerProcess server = start("allow: ['+49'], ring-timeout: 1s")) {
            Sipp.Running callee = callee("called-cancelled.xml");
            JsonNode end = ended(server, placed(server, "+4930123456"));
            callee.awaitSuccess();
            assertThat(end.get("cause").asText()).isEqualTo("NO_ANSWER");
            server.assertUnharmed();
        }
    }

    @Test
    void shouldCancelWhenItIsDeleted() throws Exception {
        try (ServerProcess server = start("allow: ['+49']")) {
            Sipp.Running callee = callee("called-cancelled.xml");
            String id = placed(server, "+4930123456");
            ServerProcess.awaitOrFail("ringing", 20, () -> shown(server, id).contains("180 Ringing"));
            assertThat(server.delete("/api/calls/" + id).statusCode()).isEqualTo(202);
            callee.awaitSuccess();
            assertThat(ended(server, id).get("cause").asText()).isEqualTo("OPERATOR");
            server.assertUnharmed();
        }
    }

    @ParameterizedTest
    @CsvSource({"elsewhere, CALLEE_HUNG_UP", "stranger, REJECTED"})
    void shouldFollowARedirectionOnlyToWhomItMayCall(String moved, String cause) throws Exception {
        try (ServerProcess server = start("allow: ['+49', 'sip:elsewhere@127.0.0.1:" + port + "']")) {
            Sipp.Running callee =
                    callee("called-moved.xml", "-key", "moved", moved, "-m", moved.equals("elsewhere") ? "2" : "1");
            JsonNode end = ended(server, placed(server, "+4930123456"));
            callee.awaitSuccess();
            assertThat(end.get("cause").asText()).isEqualTo(cause);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ignore", "hear"})
    void shouldTakeTheSessionOfA183WhenThe200HasNone(String early) throws Exception {
        try (ServerProcess server = start("allow: ['+49'], early-media: " + early)) {
            Sipp.Running callee = callee("called-early.xml", "-d", "1000");
            String id = placed(server, "+4930123456");
            JsonNode end = ended(server, id);
            callee.awaitSuccess();
            assertThat(end.get("cause").asText()).isEqualTo("CALLEE_HUNG_UP");
            assertThat(call(server, id).get("sip").toString()).contains("183 Session Progress");
        }
    }

    private ServerProcess answering(String greeting) throws Exception {
        return ServerProcess.startConfigured(
                Files.createDirectories(folder.resolve("callee")),
                """
                sip: {port: %d}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock, greeting: "%s"}, voice: {type: embedded}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: voice,
                         flow: "classpath:agents/appointment-desk.yaml"}
                """
                        .formatted(port, MediaPorts.server(10), greeting));
    }

    @Test
    void shouldLeaveWhenAVoicemailAnswers() throws Exception {
        try (ServerProcess callee = answering("Hello, you have reached the voicemail of John Smith."
                        + " I can not take your call at the moment. Please leave a message after the tone.");
                ServerProcess server = start("allow: [any], on-voicemail: hang-up");
                EventStream events = EventStream.of(server)) {
            String id = silently(server);
            assertThat(ended(server, id).get("cause").asText()).isEqualTo("VOICEMAIL");
            assertThat(call(server, id).get("dial").get("answeredBy").asText()).isEqualTo("voicemail");
            events.await("who answered", event -> event.path("diagnostics")
                    .path("answeredBy")
                    .asText()
                    .equals("voicemail"));
            callee.awaitIdle();
        }
    }

    @Test
    void shouldLeaveTheMessageWithAVoicemailAndHangUp() throws Exception {
        try (ServerProcess callee = answering("You have reached the voicemail of John Smith. Please leave a message"
                        + " and your number, and he will call you back.");
                ServerProcess server = start("allow: [any], voicemail-message: The car is ready.")) {
            String id = silently(server);
            assertThat(ended(server, id).get("cause").asText()).isEqualTo("AGENT_HUNG_UP");
            assertThat(call(server, id).get("history").toString()).contains("The car is ready.");
            callee.awaitIdle();
        }
    }

    @Test
    void shouldKnowAPerson() throws Exception {
        try (ServerProcess callee = answering("Hello?");
                ServerProcess server = start("allow: [any], on-voicemail: hang-up")) {
            String id = silently(server);
            ServerProcess.awaitOrFail(
                    "who answered", 20, () -> shown(server, id).contains("\"answeredBy\":\"person\""));
            assertThat(server.delete("/api/calls/" + id).statusCode()).isEqualTo(202);
            ended(server, id);
            callee.awaitIdle();
        }
    }

    /** Calls with an agent that does not greet: a greeting would interrupt the other server's. */
    private static String silently(ServerProcess server) throws Exception {
        HttpResponse<String> answer = server.post("/api/calls", "{\"to\": \"1000\", \"agent\": \"quiet\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return JSON.readTree(answer.body()).get("callId").asText();
    }

    @Test
    void shouldTalkToAnotherServer() throws Exception {
        try (ServerProcess callee = ServerProcess.startConfigured(
                        Files.createDirectories(folder.resolve("callee")),
                        """
                sip: {port: %d}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                                .formatted(port, MediaPorts.server(10)));
                ServerProcess server = start("allow: [any]")) {
            String id = placed(server, "1000");
            ServerProcess.awaitOrFail(
                    "both to speak", 20, () -> shown(server, id).matches("(?s).*\"packetsIn\":[1-9]\\d{2,}.*"));
            assertThat(server.delete("/api/calls/" + id).statusCode()).isEqualTo(202);
            callee.awaitIdle();
            assertThat(ended(server, id).get("cause").asText()).isEqualTo("OPERATOR");
            server.assertUnharmed();
            callee.assertUnharmed();
        }
    }

    @Test
    void shouldCallNobodyWhomItMayNotCall() throws Exception {
        try (ServerProcess server = start("allow: ['+49'], per-hour: 1")) {
            assertThat(place(server, "+1900555").statusCode()).isEqualTo(403);
            assertThat(place(server, "0049900555").statusCode()).isEqualTo(403);
            assertThat(place(server, "sip:+4930@192.0.2.1").statusCode()).isEqualTo(403);
            assertThat(place(server, "sip:x\\r\\nX-Y: z@h").statusCode()).isEqualTo(400);
            assertThat(server.post("/api/calls", "{\"to\": \"+49301\", \"agent\": \"nobody\"}")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(server.post("/api/calls", "{\"to\": \"+49301\", \"agent\": \"desk\", \"trunk\": \"none\"}")
                            .statusCode())
                    .isEqualTo(400);
            placed(server, "+49301");
            HttpResponse<String> second = place(server, "+49301");
            assertThat(second.statusCode()).isEqualTo(429);
            assertThat(second.headers().firstValueAsLong("Retry-After").orElse(0))
                    .isBetween(1L, 3_600L);
        }
    }

    @Test
    void shouldCallNobodyByDefault() throws Exception {
        try (ServerProcess server = start("")) {
            HttpResponse<String> refused = place(server, "+4930123456");
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).contains("outbound.allow");
        }
    }
}
