package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.server.actions.webhook.FakeShop;
import io.sidetone.speech.embedded.EmbeddedEngines;
import io.sidetone.tools.softphone.call.CallProgress;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.call.PhoneCall;
import io.sidetone.tools.softphone.scenario.ScenarioLimits;
import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.signalling.SipTarget;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real calls that a web server decides on while they ring. */
class OnCallSystemTest {
    private static final List<String> NO_PARTS = EmbeddedEngines.missing();
    private static final String GREETING = "Good morning Ada, your order is on its way.";

    @TempDir
    private static Path folder;

    private static FakeShop crm;
    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(NO_PARTS.isEmpty(), () -> "embedded engines lack " + NO_PARTS);
        crm = FakeShop.onCall(true);
        Files.writeString(
                folder.resolve("sales.yaml"),
                """
                flow: sales
                start: menu
                greeting: This is the shop.
                states:
                  menu:
                    prompt: Press 1.
                    again: Anything else?
                    keys: Press 1.
                    hear:
                      one: {say: one, key: "1", answer: "One.", next: menu}
                """);
        server = ServerProcess.startConfigured(
                folder,
                """
                sip: {port: 0}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 4}
                engines:
                  mock: {type: mock}
                  flow: {type: embedded}
                  curious: {type: mock, action: find_order, parameters: {order: "4711"}}
                agents:
                  sales: {match: {called: [sales]}, variables: {order: none}, flow: sales.yaml,
                          recognizer: mock, dialogue: flow, synthesizer: mock}
                  strict: {match: {called: [strict]}, on-call: {url: "%s", key: %s, on-failure: reject},
                           recognizer: mock, dialogue: mock, synthesizer: mock}
                  tooled: {match: {called: [tooled]}, on-call: {url: "%s", key: %s, tools-at: "%s"},
                           recognizer: mock, dialogue: curious, synthesizer: mock}
                  desk: {on-call: {url: "%s", key: %s}, recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(
                                LeasedPorts.server(4),
                                crm.url(),
                                FakeShop.SECRET,
                                crm.url(),
                                FakeShop.SECRET,
                                crm.url().resolve("/tools/"),
                                crm.url(),
                                FakeShop.SECRET));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            crm.close();
        }
    }

    @AfterEach
    void leaveNothingBehind() throws Exception {
        server.awaitIdle();
        server.assertUnharmed();
        assertThat(crm.complaints).as("what the web server had to complain of").isEmpty();
    }

    private static RealCall call(String agent) throws Exception {
        return RealCall.dial(server, agent, List.of(RealCall.hangUp(new Trigger.AfterAgentTurn())));
    }

    private static CallResult refused(String agent) throws Exception {
        return new PhoneCall(
                        SipTarget.resolve("sip:" + agent + "@" + server.sip()),
                        new CallScript(List.of(), false),
                        ScenarioLimits.DEFAULT,
                        CallProgress.NONE,
                        1,
                        System::nanoTime)
                .run();
    }

    @Test
    void shouldAnswerWithTheAgentAndTheWordsThatTheServerNames() throws Exception {
        crm.answer(
                200,
                "{\"agent\": \"sales\", \"variables\": {\"order\": \"4711\"}, \"greeting\": \"" + GREETING
                        + "\", \"policy\": \"assertive\"}");
        RealCall call = call("desk");
        call.completed();
        JsonNode detail = call.detail();
        assertThat(detail.path("agent").asText()).isEqualTo("sales");
        assertThat(detail.toString()).contains(GREETING).doesNotContain("This is the shop");
        assertThat(crm.bodies.get(crm.bodies.size() - 1)).contains("\"callId\":\"" + call.callId() + "\"");
    }

    @Test
    void shouldGiveTheCallToolsOfItsOwn() throws Exception {
        crm.answer(
                200,
                "{\"tools\": [{\"name\": \"find_order\", \"description\": \"Finds an order.\", \"url\": \""
                        + crm.url().resolve("/tools/find") + "\"}]}");
        crm.answer(200, "{\"state\": \"packed\"}");
        RealCall call = RealCall.dial(
                server,
                "tooled",
                List.of(
                        RealCall.play(new Trigger.AfterAgentTurn(), new RecordedSpeech().utterance(0)),
                        RealCall.hangUp(new Trigger.AfterAgentTurn())));
        call.completed();
        assertThat(call.detail().path("actions")).hasSize(1).first().satisfies(action -> {
            assertThat(action.path("action").asText()).isEqualTo("find_order");
            assertThat(action.path("code").asText()).isEqualTo("ok");
        });
        assertThat(crm.bodies.get(crm.bodies.size() - 1))
                .contains("\"callId\":\"" + call.callId() + "\"", "\"action\":\"find_order\"", "\"order\":\"4711\"");
    }

    @Test
    void shouldRefuseOrSendElsewhereBeforeTheCallIsAnswered() throws Exception {
        double refused = server.metric("sidetone_on_call_total{outcome=\"refused\"}");
        crm.answer(200, "{\"reject\": {\"status\": 486, \"reason\": \"Closed today\"}}");
        assertThat(refused("desk")).hasToString("486 Closed today");
        crm.answer(200, "{\"redirect\": \"sip:night@192.0.2.7\"}");
        assertThat(((CallResult.Failed) refused("desk")).status()).isEqualTo(302);
        assertThat(server.metric("sidetone_on_call_total{outcome=\"refused\"}")).isEqualTo(refused + 1);
        assertThat(server.metric("sidetone_on_call_total{outcome=\"redirected\"}"))
                .isEqualTo(1);
    }

    @Test
    void shouldAnswerAsConfiguredWhenTheServerFailsAndRefuseWhereThatIsWanted() throws Exception {
        crm.answer(500, "{}");
        RealCall call = call("desk");
        call.completed();
        assertThat(call.detail().path("agent").asText()).isEqualTo("desk");
        crm.answer(500, "{}");
        assertThat(((CallResult.Failed) refused("strict")).status()).isEqualTo(480);
        assertThat(server.output()).contains("no usable answer of on-call: it answered 500");
        assertThat(server.output()).doesNotContain(FakeShop.SECRET);
    }

    @Test
    void shouldAskAboutCallsOfMediaStreamsToo() throws Exception {
        crm.answer(
                200,
                "{\"agent\": \"sales\", \"variables\": {\"order\": \"4711\"}, \"greeting\": \"" + GREETING + "\"}");
        FakeTwilio stream = new FakeTwilio(server.http(), "/media/twilio", null);
        stream.start("+14155550100", "+14155550199");
        stream.live(400, false, () -> stream.voicedFrames >= 60);
        assertThat(stream.voicedFrames).isGreaterThanOrEqualTo(60);
        String detail = server.detail(server.awaitCall("twilio"));
        assertThat(detail).contains("\"agent\":\"sales\"").contains("Good morning Ada");
        assertThat(crm.bodies.get(crm.bodies.size() - 1))
                .contains("\"externalId\":\"CA1\"", "\"caller\":\"+14155550100\"", "\"called\":\"+14155550199\"");
        stream.stop();
    }

    @Test
    void shouldEndAMediaStreamThatIsRefused() throws Exception {
        crm.answer(200, "{\"reject\": true}");
        FakeTwilio stream = new FakeTwilio(server.http(), "/media/twilio", null);
        stream.start("+14155550100", "+14155550199");
        ServerProcess.awaitOrFail("the end of the stream", 10, () -> stream.closed != 0);
        assertThat(stream.closed).isEqualTo(1008);
        assertThat(stream.voicedFrames).isZero();
    }
}
