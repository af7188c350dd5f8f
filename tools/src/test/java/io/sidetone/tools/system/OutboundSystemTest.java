package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
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
    private static Path folder;

    /** Where sipp answers. */
    private static int port;

    /** Where another server answers. */
    private static int switchPort;

    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        port = LeasedPorts.listener();
        switchPort = LeasedPorts.listener();
        server = start("allow: ['+49', '1', 'sip:elsewhere@127.0.0.1:" + port + "'], on-voicemail: hang-up");
    }

    private static ServerProcess start(String outbound) throws Exception {
        return start(outbound, 8);
    }

    private static ServerProcess start(String outbound, int callsOfTheTrunk) throws Exception {
        return ServerProcess.startConfigured(
                Files.createTempDirectory(folder, "caller"),
                """
                sip:
                  port: 0
                  trunks:
                    - {name: pbx, to: 'sip:127.0.0.1:%d', options-interval: 0s, caller-id: '+4930555', max-calls: %d}
                    - {name: switch, to: 'sip:127.0.0.1:%d', options-interval: 0s}
                http: {port: 0}
                outbound: {%s}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock}, hush: {type: mock, greeting: ""}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                  quiet: {match: {called: [nobody]}, recognizer: hush, dialogue: hush, synthesizer: hush}
                """
                        .formatted(port, callsOfTheTrunk, switchPort, outbound, LeasedPorts.server(10)));
    }

    /** A server whose agents answer 100 like a person, and 101 like a voicemail. */
    private static ServerProcess answering() throws Exception {
        return ServerProcess.startConfigured(
                Files.createTempDirectory(folder, "callee"),
                """
                sip: {port: %d}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines:
                  voice: {type: embedded}
                  person: {type: mock, greeting: "Hello?", reply: ""}
                  voicemail: {type: mock, reply: "", greeting: "You have reached the voicemail of John Smith. Please leave a message
                     and your number, and he will call you back."}
                agents:
                  person: {match: {called: ["100"]}, recognizer: person, dialogue: person, synthesizer: voice,
                           flow: "classpath:agents/appointment-desk.yaml"}
                  voicemail: {recognizer: voicemail, dialogue: voicemail, synthesizer: voice,
                              flow: "classpath:agents/appointment-desk.yaml"}
                """
                        .formatted(switchPort, LeasedPorts.server(10)));
    }

    @AfterEach
    void leaveNothingBehind() throws Exception {
        server.awaitIdle();
        server.assertUnharmed();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static Sipp.Running callee(String scenario, String... more) throws Exception {
        String[] all = new String[more.length + 2];
        all[0] = "-p";
        all[1] = Integer.toString(port);
        System.arraycopy(more, 0, all, 2, more.length);
        return new Sipp(folder, "127.0.0.1:9").start(scenario, "x", 1, all);
    }

    private static HttpResponse<String> place(ServerProcess by, String to) throws Exception {
        return by.post(
                "/api/calls",
                "{\"to\": \"" + to
                        + "\", \"agent\": \"desk\", \"variables\": {\"order\": \"A-7\"}, \"headers\": {\"X-Order\": \"A-7\"}}");
    }

    /** Calls over the other trunk with an agent that does not greet: a greeting would interrupt the other server's. */
    private static String silently(ServerProcess by, String to) throws Exception {
        return id(by.post("/api/calls", "{\"to\": \"" + to + "\", \"agent\": \"quiet\", \"trunk\": \"switch\"}"));
    }

    private static String placed(ServerProcess by, String to) throws Exception {
        return id(place(by, to));
    }

    private static String id(HttpResponse<String> answer) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        String id = JSON.readTree(answer.body()).get("callId").asText();
        assertThat(answer.headers().firstValue("Location")).hasValue("/api/calls/" + id);
        return id;
    }

    private static JsonNode ended(ServerProcess by, String id) throws Exception {
        by.await("the end of the call", 40, () -> shown(by, id).contains("\"end\":{"));
        return call(by, id).get("end");
    }

    private static String shown(ServerProcess by, String id) {
        return by.body("/api/calls/" + id);
    }

    private static JsonNode call(ServerProcess by, String id) throws Exception {
        return JSON.readTree(by.get("/api/calls/" + id).body());
    }

    @Test
    void shouldSpeakWhenWhomWeCalledAnswers() throws Exception {
        try (EventStream events = EventStream.of(server)) {
            Sipp.Running callee = callee("called-hangs-up.xml", "-d", "1500");
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
            assertThat(call.get("history").toString()).contains("\"assistant\"");
            assertThat(call.get("metrics").get("packetsOut").asInt()).isGreaterThan(20);
            assertThat(call.get("sip").toString())
                    .contains("180 Ringing")
                    .contains("200 OK")
                    .contains("BYE");
            events.await(
                    "the answer",
                    event -> event.path("diagnostics").path("dial").asInt() == 200);
            events.await("the end", event -> event.path("diagnostics")
                    .path("end")
                    .path("cause")
                    .asText()
                    .equals("CALLEE_HUNG_UP"));
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
        Sipp.Running callee = callee("called-refuses.xml", "-m", Integer.toString(causes.size()));
        for (Map.Entry<Integer, String> each : causes.entrySet()) {
            JsonNode end = ended(server, placed(server, "+4930" + each.getKey()));
            assertThat(end.get("cause").asText())
                    .as("cause of %d", each.getKey())
                    .isEqualTo(each.getValue());
            assertThat(end.get("sipStatus").asInt()).isEqualTo(each.getKey());
        }
        callee.awaitSuccess();
    }

    @ParameterizedTest
    @ValueSource(strings = {"called-cancelled.xml", "called-answers-cancel.xml"})
    void shouldCancelWhenItIsDeletedAlsoWhenTheAnswerCrossesTheCancel(String scenario) throws Exception {
        Sipp.Running callee = callee(scenario);
        String id = placed(server, "+4930123456");
        server.await("ringing", 20, () -> shown(server, id).contains("180 Ringing"));
        assertThat(server.delete("/api/calls/" + id).statusCode()).isEqualTo(202);
        callee.awaitSuccess();
        assertThat(ended(server, id).get("cause").asText()).isEqualTo("OPERATOR");
    }

    @ParameterizedTest
    @CsvSource({"elsewhere, 2, CALLEE_HUNG_UP", "stranger, 1, REJECTED"})
    void shouldFollowARedirectionOnlyToWhomItMayCall(String moved, String calls, String cause) throws Exception {
        Sipp.Running callee = callee("called-moved.xml", "-key", "moved", moved, "-m", calls);
        JsonNode end = ended(server, placed(server, "+4930123456"));
        callee.awaitSuccess();
        assertThat(end.get("cause").asText()).isEqualTo(cause);
    }

    @Test
    void shouldTakeTheSessionOfA183WhenThe200HasNone() throws Exception {
        Sipp.Running callee = callee("called-early.xml", "-d", "300");
        String id = placed(server, "+4930123456");
        JsonNode end = ended(server, id);
        callee.awaitSuccess();
        assertThat(end.get("cause").asText()).isEqualTo("CALLEE_HUNG_UP");
        assertThat(call(server, id).get("sip").toString()).contains("183 Session Progress");
    }

    @Test
    void shouldCallNobodyWhomItMayNotCall() throws Exception {
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
        HttpResponse<String> own =
                server.post("/api/calls", "{\"to\": \"+49301\", \"agent\": \"desk\", \"headers\": {\"Via\": \"x\"}}");
        assertThat(own.statusCode()).isEqualTo(400);
        assertThat(own.body()).contains("Via");
    }

    @Test
    void shouldHoldItsLimits() throws Exception {
        try (ServerProcess limited = start("allow: ['+49'], ring-timeout: 1s, per-hour: 2", 1)) {
            Sipp.Running callee = callee("called-cancelled.xml");
            String first = placed(limited, "+4930123456");
            HttpResponse<String> full = place(limited, "+49302");
            assertThat(full.statusCode()).as(full.body()).isEqualTo(503);
            assertThat(full.body()).contains("max-calls");
            JsonNode end = ended(limited, first);
            callee.awaitSuccess();
            assertThat(end.get("cause").asText()).isEqualTo("NO_ANSWER");
            limited.awaitIdle();
            // The call that found no place on the trunk gave back its place of the hour.
            ended(limited, placed(limited, "+49303"));
            HttpResponse<String> second = place(limited, "+49301");
            assertThat(second.statusCode()).isEqualTo(429);
            assertThat(second.headers().firstValueAsLong("Retry-After").orElse(0))
                    .isBetween(1L, 3_600L);
            limited.assertUnharmed();
        }
    }

    @Test
    void shouldActByWhoAnswers() throws Exception {
        try (ServerProcess callee = answering();
                ServerProcess leaving = start("allow: [any], voicemail-message: The car is ready.")) {
            String left = silently(server, "101");
            String message = silently(leaving, "101");
            String person = silently(server, "100");

            server.await("a person", 20, () -> shown(server, person).contains("\"answeredBy\":\"person\""));
            assertThat(server.delete("/api/calls/" + person).statusCode()).isEqualTo(202);
            assertThat(ended(server, left).get("cause").asText()).isEqualTo("VOICEMAIL");
            assertThat(call(server, left).get("dial").get("answeredBy").asText())
                    .isEqualTo("voicemail");
            assertThat(ended(leaving, message).get("cause").asText()).isEqualTo("AGENT_HUNG_UP");
            assertThat(call(leaving, message).get("history").toString()).contains("The car is ready.");
            callee.awaitIdle();
            leaving.assertUnharmed();
            callee.assertUnharmed();
        }
    }
}
