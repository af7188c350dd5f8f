package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sidetone.server.actions.webhook.FakeShop;
import io.sidetone.speech.embedded.EmbeddedEngines;
import io.sidetone.tools.softphone.script.Trigger;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Actions from a caller's key to the agent's words, over real calls: carried out by a web server on loopback, or by the
 * telephone that called.
 */
@Tag("VIP-10")
class ActionsSystemTest {
    private static final List<String> NO_PARTS = EmbeddedEngines.missing();

    @TempDir
    private static Path folder;

    private static FakeShop shop;
    private static ServerProcess server;
    private static Sipp sipp;

    @BeforeAll
    static void start() throws Exception {
        shop = FakeShop.live();
        Files.writeString(
                folder.resolve("stock.yaml"),
                """
                flow: stock
                start: menu
                greeting: Hello, this is the shop.
                states:
                  menu:
                    prompt: For our stock, press 1.
                    again: Anything else?
                    keys: Press 1 for our stock.
                    hear:
                      stock:
                        say: stock [please]
                        key: "1"
                        action: check_stock
                        with: {article: tea}
                        done: {answer: "There are {result.pieces} left.", next: menu}
                        failed: {answer: "I cannot look that up.", next: menu}
                """);
        server = ServerProcess.startConfigured(folder, config());
        sipp = new Sipp(folder, server);
    }

    private static String config() {
        String hook =
                """
                {type: webhook, url: "%s", secret: %s, timeout: 20s, retries: 2, description: Looks into the stock.,
                 parameters: {type: object, required: [article], properties: {article: {type: string}}}}
                """
                        .formatted(shop.url(), FakeShop.SECRET)
                        .replace("\n", "");
        String agents =
                """
                sip: {port: 0}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 6}
                actions: {check_stock: %s, reserve: %s}
                engines:
                  mock: {type: mock}
                  asks: {type: mock, action: check_stock, parameters: {article: tea}, reply: "It is done."}
                  both: {type: mock, action: [check_stock, reserve], parameters: {article: tea}, reply: "It is done."}
                  moves: {type: mock, action: transfer, parameters: {to: "sip:desk@example.com"}, reply: "I connect you."}
                  keys: {type: mock, action: send_digits, parameters: {digits: "19*#D"}, reply: "It is done."}
                  flow: {type: embedded}
                agents:
                  both: {match: {called: [both]}, recognizer: mock, dialogue: both, synthesizer: mock}
                  moves: {match: {called: [moves]}, recognizer: mock, dialogue: moves, synthesizer: mock,
                          transfer-to: ["sip:*@example.com"]}
                  stays: {match: {called: [stays]}, recognizer: mock, dialogue: moves, synthesizer: mock}
                  keys: {match: {called: [keys]}, recognizer: mock, dialogue: keys, synthesizer: mock}
                """
                        .formatted(LeasedPorts.server(6), hook, hook);
        String flow = NO_PARTS.isEmpty()
                ? "  flow: {match: {called: [flow]}, recognizer: mock, dialogue: flow, synthesizer: mock, flow: stock.yaml}\n"
                : "";
        return agents + flow + "  desk: {recognizer: mock, dialogue: asks, synthesizer: mock}\n";
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        shop.close();
    }

    @BeforeEach
    void emptyTheShop() {
        shop.gate = new CountDownLatch(0);
        shop.answers.clear();
        shop.keys.clear();
        shop.bodies.clear();
    }

    @AfterEach
    void leaveNothingBehind() throws Exception {
        shop.gate.countDown();
        server.awaitIdle();
        server.assertUnharmed();
        assertThat(shop.complaints).as("what the web server had to complain of").isEmpty();
    }

    /** A caller who presses a key half a second into the greeting and stays on the line. */
    private static RealCall keyed(String agent) throws Exception {
        return RealCall.dial(
                server,
                agent,
                List.of(RealCall.dial(new Trigger.AfterTalkStart(500), "1"), RealCall.hangUp(new Trigger.At(80_000))));
    }

    private static Predicate<RealCall.Entry> is(String kind, String text) {
        return e -> e.kind().equals(kind) && e.text().contains(text);
    }

    private static double acted(String action, String code) throws Exception {
        return server.get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("sidetone_actions_total{"))
                .filter(line -> line.contains("action=\"" + action + "\"") && line.contains("code=\"" + code + "\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static void awaitTheShop(int underWay) throws InterruptedException {
        ServerProcess.awaitOrFail(underWay + " requests at the shop", 20, () -> shop.underWay == underWay);
    }

    private static void end(RealCall call) throws Exception {
        call.hangUp();
        call.completed();
    }

    @Test
    @Tag("VIP-T08")
    @Tag("VIP-T13")
    void shouldAskTheShopAgainUnderTheSameKeyWhenItIsBusyAndSayWhatItBrought() throws Exception {
        double before = acted("check_stock", "ok");
        shop.answer(503, "");
        shop.answer(200, "{\"pieces\": 12}");
        RealCall call = keyed("desk");
        call.await("the agent's words", is("agent", "It is done."));
        end(call);
        assertThat(shop.keys).as("one invocation, two attempts").hasSize(2);
        assertThat(new HashSet<>(shop.keys)).hasSize(1);
        assertThat(shop.keys.get(0)).startsWith(call.callId());
        assertThat(shop.bodies).allSatisfy(body -> assertThat(body)
                .contains("\"callId\":\"" + call.callId() + "\"")
                .contains("\"action\":\"check_stock\",\"parameters\":{\"article\":\"tea\"}"));
        List<RealCall.Entry> timeline = call.timeline();
        assertThat(RealCall.rules(timeline))
                .containsSubsequence("VIP-T11", "VIP-T12", "VIP-T05", "VIP-T16", "VIP-T08", "VIP-T13", "VIP-T07");
        assertThat(RealCall.first(timeline, "action", "check_stock -> ok")).isNotNull();
        assertThat(acted("check_stock", "ok") - before).isEqualTo(1);
    }

    @Test
    @Tag("VIP-09")
    @Tag("VIP-T13")
    void shouldWaitForEveryActionOfATurnAndSayThatOneFailed() throws Exception {
        shop.gate = new CountDownLatch(1);
        shop.answer(404, "{\"code\": \"element_not_found\", \"message\": \"no such article\"}");
        shop.answer(200, "{\"pieces\": 3}");
        RealCall call = keyed("both");
        awaitTheShop(2);
        assertThat(call.detail().path("state").asText()).isEqualTo("ACTION");
        shop.gate.countDown();
        call.await("the agent's words", is("agent", "That did not work: element not found."));
        end(call);
        List<RealCall.Entry> timeline = call.timeline();
        List<String> rules = RealCall.rules(timeline);
        assertThat(rules.stream().filter("VIP-T08"::equals)).hasSize(1);
        assertThat(rules.stream().filter("VIP-T13"::equals)).hasSize(1);
        assertThat(shop.keys).hasSize(2).doesNotHaveDuplicates();
        assertThat(RealCall.all(timeline, "action").stream()
                        .filter(e -> e.text().contains("-> ")))
                .extracting(e -> e.text().replaceAll(".*-> ", ""))
                .containsExactlyInAnyOrder("ok", "element_not_found");
    }

    @Test
    @Tag("VIP-T17")
    void shouldTellWhatASentActionBroughtWhenTheTurnWasTakenBack() throws Exception {
        shop.gate = new CountDownLatch(1);
        shop.answer(200, "{\"pieces\": 3}");
        RealCall call = keyed("desk");
        awaitTheShop(1);
        assertThat(call.post("yield", "{\"reason\":\"supervisor\"}")).isEqualTo(202);
        call.await("the way out of the action", is("state", "ACTION -> IDLE (VIP-T17, supervisor"));
        shop.gate.countDown();
        call.await("what it brought", is("action", "check_stock -> ok"));
        end(call);
        assertThat(RealCall.rules(call.timeline()))
                .as("nothing is said about it")
                .doesNotContain("VIP-T07");
        assertThat(shop.keys).hasSize(1);
    }

    @Test
    @Tag("VIP-T17")
    @Tag("VIP-09")
    void shouldNotAskAgainWhenTheTurnWasTakenBackBetweenTwoAttempts() throws Exception {
        double before = acted("check_stock", "cancelled");
        shop.answers.add(new FakeShop.Answer(503, "", Map.of("Retry-After", "15")));
        RealCall call = keyed("desk");
        call.await("the action", is("state", "THINKING -> ACTION"));
        ServerProcess.awaitOrFail("the answer of the shop", 30, () -> shop.keys.size() == 1 && shop.underWay == 0);
        assertThat(call.post("yield", "{}")).isEqualTo(202);
        call.await("the action's end", is("action", "check_stock -> cancelled"));
        end(call);
        assertThat(shop.keys).hasSize(1);
        assertThat(acted("check_stock", "cancelled") - before).isEqualTo(1);
    }

    @Test
    @Tag("VAN-10")
    void shouldEndTheCallAtOnceAndNotAskAgainWhenTheCallerHangsUpMeanwhile() throws Exception {
        shop.gate = new CountDownLatch(1);
        shop.answer(503, "");
        RealCall call = keyed("desk");
        awaitTheShop(1);
        end(call);
        server.awaitIdle();
        assertThat(shop.underWay).as("the call did not wait for the shop").isEqualTo(1);
        shop.gate.countDown();
        awaitTheShop(0);
        RealCall next = keyed("desk");
        next.await("the agent's words", is("agent", "It is done."));
        end(next);
        assertThat(shop.keys).as("one attempt for each call").hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void shouldLetAFlowSayWhatTheShopAnswered() throws Exception {
        assumeTrue(NO_PARTS.isEmpty(), "the directed dialogue is not installed: " + NO_PARTS);
        shop.answer(200, "{\"pieces\": 12}");
        RealCall call = keyed("flow");
        call.await("the agent's words", is("agent", "There are 12 left."));
        end(call);
        assertThat(shop.bodies).singleElement().asString().contains("\"parameters\":{\"article\":\"tea\"}");
    }

    @ParameterizedTest
    @CsvSource({"486 Busy Here, failed", "603 Decline, failed"})
    @Tag("VIP-09")
    @Tag("CARD-08")
    void shouldTakeTheCallerBackAndSaySoWhenTheTransferFails(String outcome, String code) throws Exception {
        double before = acted("transfer", code);
        Sipp.Running phone = sipp.start("asks-for-transfer.xml", "moves", 1, "-key", "outcome", outcome);
        RealCall call = RealCall.ofAnother(server);
        call.await("the words before it", is("agent", "I connect you."));
        call.await("the agent's words", is("agent", "That did not work: " + code + "."));
        List<RealCall.Entry> timeline = call.timeline();
        assertThat(RealCall.first(timeline, "control", "transfer to sip:desk@example.com: 202"))
                .isNotNull();
        assertThat(RealCall.first(timeline, "control", "desk@example.com: " + outcome.substring(0, 3)))
                .isNotNull();
        assertThat(RealCall.rules(timeline)).as("told in a turn of its own").endsWith("VIP-T04", "VIP-T10");
        assertThat(acted("transfer", code) - before).isEqualTo(1);
        assertThat(server.delete("/api/calls/" + call.callId()).statusCode()).isEqualTo(202);
        phone.awaitSuccess();
    }

    @Test
    @Tag("CARD-08")
    void shouldLeaveTheCallWhenTheTransferSucceeds() throws Exception {
        double before = acted("transfer", "ok");
        Sipp.Running phone = sipp.start("asks-for-transfer.xml", "moves", 1, "-key", "outcome", "200 OK");
        RealCall call = RealCall.ofAnother(server);
        phone.awaitSuccess();
        server.awaitIdle();
        assertThat(RealCall.first(call.timeline(), "end", "the call was transferred"))
                .isNotNull();
        assertThat(RealCall.first(call.timeline(), "action", "transfer -> ok")).isNotNull();
        assertThat(acted("transfer", "ok") - before).isEqualTo(1);
    }

    @Test
    @Tag("VIP-09")
    void shouldTransferToNobodyWhomTheAgentMayNotReach() throws Exception {
        double before = acted("transfer", "invalid_parameters");
        RealCall call = keyed("stays");
        call.await("the agent's words", is("agent", "That did not work: invalid parameters."));
        end(call);
        assertThat(call.timeline()).as("nothing was asked of the telephone").noneMatch(e -> e.kind()
                .equals("control"));
        assertThat(acted("transfer", "invalid_parameters") - before).isEqualTo(1);
    }

    @Test
    @Tag("CARD-08")
    void shouldPressTheKeysThatTheModelWants() throws Exception {
        try (DatagramSocket phone = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            phone.setSoTimeout(20_000);
            String port = Integer.toString(phone.getLocalPort());
            Sipp.Running running = sipp.start("digits-from-server.xml", "keys", 1, "-key", "digit_port", port);
            RealCall call = RealCall.ofAnother(server);
            call.await("the greeting's end", is("state", "SPEAKING -> IDLE (VIP-T10"));
            assertThat(server.post("/api/calls/" + call.callId() + "/grant", "{}")
                            .statusCode())
                    .isEqualTo(202);
            assertThat(HeardDigits.on(phone, 5)).isEqualTo("19*#D");
            call.await("the agent's words", is("agent", "It is done."));
            assertThat(RealCall.first(call.timeline(), "action", "send_digits -> ok"))
                    .isNotNull();
            assertThat(server.delete("/api/calls/" + call.callId()).statusCode())
                    .isEqualTo(202);
            running.awaitSuccess();
        }
    }
}
