package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Calls that are handed on between a server and a switch, which is played by another server that takes REFER. */
@Tag("CARD-08")
class TransferSystemTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder;

    private static ServerProcess server;
    private static ServerProcess annex;
    private static ServerProcess exchange;

    @BeforeAll
    static void start() throws Exception {
        int port = LeasedPorts.listener();
        int switchPort = LeasedPorts.listener();
        int annexPort = LeasedPorts.listener();
        server = server(port, switchPort, "auto");
        annex = server(annexPort, switchPort, "bridge");
        exchange = ServerProcess.startConfigured(
                Files.createTempDirectory(folder, "switch"),
                """
                sip:
                  port: %d
                  trunks:
                    - {name: house, from: [127.0.0.1], to: 'sip:127.0.0.1:%d', options-interval: 0s, accept-refer: true}
                    - {name: annex, to: 'sip:127.0.0.1:%d', options-interval: 0s}
                http: {port: 0}
                outbound: {allow: [any]}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock, reply: ""}}
                agents: {phone: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """
                        .formatted(switchPort, port, annexPort, LeasedPorts.server(10)));
    }

    /** A server at the switch, which has its own calls handed on by {@code transfer}. */
    private static ServerProcess server(int port, int switchPort, String transfer) throws Exception {
        return ServerProcess.startConfigured(
                Files.createTempDirectory(folder, "server"),
                """
                sip:
                  port: %d
                  trunks:
                    - {name: pbx, from: [127.0.0.1], to: 'sip:127.0.0.1:%d', options-interval: 0s, caller-id: '+4930555', transfer: %s}
                    - {name: wire, to: 'sip:127.0.0.1:%d', options-interval: 0s, transfer: bridge}
                http: {port: 0, transfer-to: [any]}
                outbound: {allow: ['+49', 'sip:*@127.0.0.1']}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines:
                  mock: {type: mock}
                  warm: {type: mock, action: warm_transfer, reply: "Welcome back.",
                         parameters: {to: "+49301", briefing: "Alice is waiting."}}
                  agrees: {type: mock, action: connect_caller, greeting: "Shall I connect you?", reply: ""}
                  refuses: {type: mock, action: decline_caller, parameters: {reason: lunch}, greeting: "Now?", reply: "Bye."}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                  willing: {match: {called: [willing]}, recognizer: mock, dialogue: warm, synthesizer: mock,
                            transfer-to: [any], warm-transfer-agent: connects}
                  unwilling: {match: {called: [unwilling]}, recognizer: mock, dialogue: warm, synthesizer: mock,
                              transfer-to: [any], warm-transfer-agent: declines}
                  connects: {match: {called: [nobody]}, recognizer: mock, dialogue: agrees, synthesizer: mock}
                  declines: {match: {called: [no-one]}, recognizer: mock, dialogue: refuses, synthesizer: mock}
                """
                        .formatted(port, switchPort, transfer, switchPort, LeasedPorts.server(10)));
    }

    @AfterEach
    void leaveNothingBehind() throws Exception {
        for (ServerProcess each : List.of(server, annex, exchange)) {
            for (String id : live(each)) {
                each.post("/api/calls/" + id + "/hangup", "{}");
            }
            each.awaitIdle();
            each.assertUnharmed();
        }
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        if (annex != null) {
            annex.close();
        }
        if (exchange != null) {
            exchange.close();
        }
    }

    private static List<String> live(ServerProcess by) {
        List<String> ids = new ArrayList<>();
        try {
            JSON.readTree(by.body("/api/calls"))
                    .get("calls")
                    .forEach(call -> ids.add(call.get("callId").asText()));
        } catch (JsonProcessingException unreadable) {
            throw new AssertionError(unreadable);
        }
        return ids;
    }

    private static String place(ServerProcess by, String to, String agent, String trunk) throws Exception {
        HttpResponse<String> answer = by.post(
                "/api/calls", "{\"to\": \"" + to + "\", \"agent\": \"" + agent + "\", \"trunk\": \"" + trunk + "\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        String id = JSON.readTree(answer.body()).get("callId").asText();
        by.await(
                "the answer",
                20,
                () -> by.body("/api/calls/" + id).contains("\"kind\":\"state\"")
                        && by.body("/api/calls/" + id).contains("\"sipStatus\":200"));
        return id;
    }

    private static boolean over(ServerProcess by, String id) {
        return by.body("/api/calls/" + id).contains("\"end\":{");
    }

    private static JsonNode end(ServerProcess by, String id) throws Exception {
        by.await("the end of " + id, 30, () -> over(by, id));
        return JSON.readTree(by.body("/api/calls/" + id)).get("end");
    }

    private static void connect(String id, String with) throws Exception {
        HttpResponse<String> answer = server.post("/api/calls/" + id + "/transfer", "{\"call\": \"" + with + "\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    }

    @Test
    void shouldSendTheSwitchFromOneCallToTheOtherByReplaces() throws Exception {
        String first = place(server, "+4911", "desk", "pbx");
        String second = place(server, "+4922", "desk", "pbx");
        connect(first, second);
        assertThat(end(server, first).get("cause").asText()).isEqualTo("TRANSFERRED");
        assertThat(end(server, second).get("cause").asText()).isEqualTo("TRANSFERRED");
        assertThat(server.body("/api/calls/" + first)).contains("REFER sip:", "transfer to call:" + second + ": 200");
        List<String> talking = live(exchange);
        assertThat(talking).as("the two parties go on without us").hasSize(2);
        assertThat(exchange.body("/api/calls/" + talking.get(0))).contains("goes on with");
        exchange.post("/api/calls/" + talking.get(0) + "/hangup", "{}");
        exchange.await("the end of both", 20, () -> over(exchange, talking.get(1)));
    }

    @Test
    void shouldJoinTheLinesHereWhereTheTrunkIsBridged() throws Exception {
        String first = place(server, "+4911", "desk", "wire");
        String second = place(server, "+4922", "desk", "wire");
        connect(first, second);
        server.await(
                "the bridge", 20, () -> server.body("/api/calls/" + second).contains("connected with call " + first));
        assertThat(server.body("/api/calls/" + first))
                .contains("connected with call " + second)
                .doesNotContain("\"REFER ");
        List<String> talking = live(exchange);
        assertThat(talking).hasSize(2);
        exchange.post("/api/calls/" + talking.get(0) + "/hangup", "{}");
        assertThat(end(server, first).get("cause").asText()).isEqualTo("CALLEE_HUNG_UP");
        assertThat(end(server, second).get("cause").asText()).isEqualTo("CALLEE_HUNG_UP");
        exchange.await("the end of both", 20, () -> over(exchange, talking.get(1)));
    }

    @Test
    void shouldCallTheTargetItselfWhereTheTrunkIsBridged() throws Exception {
        String first = place(server, "+4911", "desk", "wire");
        HttpResponse<String> answer = server.post("/api/calls/" + first + "/transfer", "{\"to\": \"tel:+4933\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        server.await("the bridge", 20, () -> server.body("/api/calls/" + first).contains("connected with call "));
        assertThat(live(exchange)).hasSize(2);
        assertThat(exchange.body("/api/calls")).contains("+4933");
    }

    @Test
    void shouldKeepTheCallerWhoIsToBeConnectedWithNobody() throws Exception {
        String first = place(server, "+4911", "desk", "wire");
        HttpResponse<String> answer = server.post("/api/calls/" + first + "/transfer", "{\"call\": \"nobody\"}");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("no other call of that id goes on here");
        answer = server.post("/api/calls/" + first + "/transfer", "{\"to\": \"tel:+1900\"}");
        assertThat(answer.statusCode()).isEqualTo(202);
        server.await(
                "the refusal", 20, () -> server.body("/api/calls/" + first).contains("transfer to tel:+1900: 403"));
        assertThat(over(server, first)).isFalse();
    }

    /** A caller of the switch reaches {@code agent}, presses a key, and the person that the agent calls is there. */
    private static String asking(ServerProcess by, String agent, String trunk) throws Exception {
        String caller = place(exchange, "sip:" + agent + "@127.0.0.1", "phone", trunk);
        assertThat(exchange.post("/api/calls/" + caller + "/dtmf", "{\"digits\": \"1\"}")
                        .statusCode())
                .isEqualTo(202);
        exchange.await("the person's call", 30, () -> live(exchange).size() == 2);
        String person = live(exchange).stream()
                .filter(id -> !id.equals(caller))
                .findFirst()
                .orElseThrow();
        by.await("the briefing", 20, () -> live(by).stream()
                .anyMatch(id -> by.body("/api/calls/" + id).contains("Alice is waiting.")));
        assertThat(by.body("/api/calls")).contains("\"held\":true");
        assertThat(exchange.post("/api/calls/" + person + "/dtmf", "{\"digits\": \"1\"}")
                        .statusCode())
                .isEqualTo(202);
        return caller;
    }

    @Test
    void shouldConnectTheCallerWithAPersonWhoAgrees() throws Exception {
        String caller = asking(server, "willing", "house");
        server.await("both calls to leave", 40, () -> live(server).isEmpty());
        List<String> talking = live(exchange);
        assertThat(talking).hasSize(2).contains(caller);
        exchange.post("/api/calls/" + caller + "/hangup", "{}");
        exchange.await("the end of both", 20, () -> live(exchange).isEmpty());
    }

    @Test
    void shouldConnectTheCallerWithAPersonHereWhereTheTrunkIsBridged() throws Exception {
        String caller = asking(annex, "willing", "annex");
        annex.await("the bridge", 40, () -> live(annex).stream()
                .allMatch(id -> annex.body("/api/calls/" + id).contains("connected with call ")));
        List<String> both = live(annex);
        assertThat(both).hasSize(2);
        assertThat(live(exchange)).hasSize(2).contains(caller);
        HttpResponse<String> refused = annex.post("/api/calls/" + both.get(0) + "/say", "{\"text\": \"Hello\"}");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("the agent has left");
        exchange.post("/api/calls/" + caller + "/hangup", "{}");
        exchange.await("the end of both", 20, () -> live(exchange).isEmpty());
        annex.await("the end of both", 20, () -> live(annex).isEmpty());
    }

    @Test
    void shouldTakeTheCallerBackWhenThePersonDoesNotAgree() throws Exception {
        String caller = asking(server, "unwilling", "house");
        server.await("the agent to have the caller back", 40, () -> live(server).stream()
                .map(id -> server.body("/api/calls/" + id))
                .anyMatch(call -> call.contains("\"agent\":\"unwilling\"")
                        && call.contains("\"held\":false")
                        && call.contains("resumed by us")));
        assertThat(over(exchange, caller)).isFalse();
    }
}
