package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.server.actions.webhook.FakeShop;
import io.sidetone.tools.softphone.script.Trigger;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real calls that go from one agent to another: asked for by the dialogue, by a key, and by the answer of an action. */
class HandOverSystemTest {
    @TempDir
    private static Path folder;

    private static FakeShop shop;
    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        shop = FakeShop.onCall(false);
        server = ServerProcess.startConfigured(
                folder,
                """
                sip: {port: 0}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 4}
                engines:
                  mock: {type: mock}
                  giver: {type: mock, action: [hand_over], parameters: {agent: sales, note: "the caller said %%s"}, reply: "I connect you."}
                  asker: {type: mock, action: [qualify], parameters: {}, reply: "One moment."}
                  seller: {type: mock, action: [order], parameters: {}, reply: "That is ordered."}
                actions:
                  qualify: {type: webhook, url: "%s", description: Finds who is right.}
                  order: {type: webhook, url: "%s", description: Orders.}
                agents:
                  sales: {match: {called: [sales]}, recognizer: mock, dialogue: seller, synthesizer: mock, actions: [order],
                          policy: assertive, hand-over: {on: {"0": desk}}}
                  asking: {match: {called: [asking]}, recognizer: mock, dialogue: asker, synthesizer: mock,
                           actions: [qualify], hand-over: {to: [sales]}}
                  desk: {recognizer: mock, dialogue: giver, synthesizer: mock, actions: [qualify], hand-over: {to: [sales]}}
                """
                        .formatted(LeasedPorts.server(4), shop.url(), shop.url()));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            shop.close();
        }
    }

    private static List<String> handOvers(RealCall call) throws Exception {
        return RealCall.all(call.timeline(), "hand-over").stream()
                .map(RealCall.Entry::text)
                .toList();
    }

    private static List<String> actions(JsonNode detail) {
        return RealCall.all(RealCall.timeline(detail), "action").stream()
                .map(RealCall.Entry::text)
                .filter(text -> text.contains("->"))
                .toList();
    }

    @Test
    void shouldGiveTheCallToTheNextAgentAndTakeItBackByAKey() throws Exception {
        shop.answer(200, "{}");
        RealCall call = RealCall.dial(
                server,
                "desk",
                List.of(
                        RealCall.dial(new Trigger.AfterAgentTurn(), "1"),
                        RealCall.dial(new Trigger.AfterAgentTurn(), "2"),
                        RealCall.dial(new Trigger.AfterAgentTurn(), "0"),
                        RealCall.hangUp(new Trigger.AfterAgentTurn())));
        call.completed();
        server.awaitIdle();
        assertThat(handOvers(call)).containsExactly("desk -> sales", "sales -> desk");
        JsonNode detail = call.detail();
        assertThat(detail.path("agent").asText()).isEqualTo("desk");
        assertThat(actions(detail)).containsSubsequence("hand_over -> ok", "order -> ok", "hand_over -> ok");
        String body = shop.bodies.get(shop.bodies.size() - 1);
        assertThat(body)
                .as("what an action of the next agent is told")
                .contains("\"handedOver\":{\"from\":\"desk\",\"language\":\"\",\"note\":\"the caller said 1\"}");
        server.assertUnharmed();
    }

    @Test
    void shouldHandOverWhenTheAnswerOfAnActionSaysSo() throws Exception {
        shop.answer(200, "{\"hand_over\": {\"agent\": \"sales\", \"note\": \"a good customer\"}}");
        RealCall call = RealCall.dial(
                server,
                "asking",
                List.of(
                        RealCall.dial(new Trigger.AfterAgentTurn(), "1"),
                        RealCall.hangUp(new Trigger.AfterAgentTurn())));
        call.await(
                "the hand-over",
                entry -> entry.kind().equals("hand-over") && entry.text().equals("asking -> sales"));
        call.completed();
        server.awaitIdle();
        assertThat(handOvers(call)).containsExactly("asking -> sales");
        assertThat(call.detail().path("agent").asText()).isEqualTo("sales");
        server.assertUnharmed();
    }
}
