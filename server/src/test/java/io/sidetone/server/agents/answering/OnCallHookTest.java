package io.sidetone.server.agents.answering;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.core.call.plan.AnswerVerdict;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.server.actions.webhook.FakeShop;
import io.sidetone.server.actions.webhook.SilentPeer;
import io.sidetone.server.agents.handover.AgentChoice;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A web server that is asked about calls while they ring, and what becomes of them. */
@Tag("real-time")
class OnCallHookTest {
    private FakeShop shop;
    private OnCallConfig asked;
    private final OnCallRig rig = new OnCallRig(() -> new Decider(asked, Optional.empty()));

    @BeforeEach
    void open() throws Exception {
        shop = FakeShop.onCall(false);
        asked = onCall(shop.url(), "answer");
    }

    @AfterEach
    void close() {
        shop.close();
        rig.close();
        assertThat(shop.complaints).isEmpty();
    }

    private static OnCallConfig onCall(URI url, String onFailure) {
        return onCall(url, Optional.of(url.resolve("/tools/")), Duration.ofSeconds(5), onFailure);
    }

    private static OnCallConfig onCall(URI url, Optional<URI> toolsAt, Duration timeout, String onFailure) {
        return new OnCallConfig(
                Optional.of(url),
                "",
                Map.of(),
                Map.of(),
                Optional.of(Secret.literal(FakeShop.SECRET)),
                toolsAt,
                timeout,
                onFailure);
    }

    @Test
    void shouldTellWhoCallsSignedAndTakeTheCallAsTheServerSays() throws Exception {
        shop.answer(
                200,
                "{\"agent\": \"sales\", \"variables\": {\"order\": 7}, \"greeting\": \"Hi.\", \"policy\": \"assertive\"}");
        AnswerVerdict.Take take = (AnswerVerdict.Take) rig.ask(rig.desk);
        assertThat(shop.bodies)
                .containsExactly(
                        "{\"callId\":\"" + OnCallRig.ID + "\",\"externalId\":\"ext\",\"transport\":\"sip-udp\","
                                + "\"trunk\":\"carrier\",\"agent\":\"desk\",\"from\":\"sip:a@b\",\"to\":\"sip:100@c\","
                                + "\"caller\":\"+4930\",\"called\":\"100\","
                                + "\"headers\":[{\"name\":\"X-Customer\",\"value\":\"42\"}]}");
        assertThat(take.plan().agent()).isEqualTo("sales");
        assertThat(rig.wished).isEqualTo(new AgentChoice("sales", "assertive", "", ""));
        assertThat(take.facts().variables()).isEqualTo(Map.of("order", "7"));
        assertThat(take.facts().terms().greeting()).isEqualTo("Hi.");
        assertThat(take.facts().headers()).isEqualTo(OnCallRig.FACTS.headers());
        assertThat(rig.counted("taken")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "500 | {}",
                "302 | {}",
                "404 | ",
                "0 | ",
                "200 | no json",
                "200 | {\"agent\": \"gone\"}",
                "200 | {\"policy\": \"none\"}",
                "200 | {\"variables\": {\"ordre\": 1}}"
            })
    void shouldDoAsConfiguredWhenTheAnswerCannotBeUsed(int status, String body) throws Exception {
        shop.answer(status, body == null ? "" : body);
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Take(rig.desk, OnCallRig.FACTS));
        asked = onCall(shop.url(), "reject");
        shop.answer(status, body == null ? "" : body);
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Refuse(480, null));
        assertThat(rig.counted("failed")).isEqualTo(2);
        assertThat(rig.counted("taken")).isZero();
    }

    private String tool(String name, String path, String more) {
        return "{\"name\": \"" + name + "\", \"description\": \"Looks up an order.\", \"url\": \""
                + shop.url().resolve(path) + "\"" + more + "}";
    }

    @Test
    void shouldGiveTheCallToolsOfItsOwn() throws Exception {
        String schema = ", \"parameters\": {\"type\": \"object\", \"required\": [\"id\"],"
                + " \"properties\": {\"id\": {\"type\": \"integer\"}}}, \"timeoutMs\": 700";
        shop.answer(200, "{\"tools\": [" + tool("order", "/tools/order", schema) + "]}");
        AnswerVerdict.Take take = (AnswerVerdict.Take) rig.ask(rig.desk);
        ActionDefinition definition = take.facts().terms().tools().get(0);
        assertThat(definition.name()).isEqualTo("order");
        assertThat(definition.deadlineMs()).isEqualTo(1_200);
        assertThat(take.plan().actions().definitions()).containsExactly(definition);
        assertThat(rig.desk.actions().definitions()).as("of other calls").isEmpty();

        assertThat(OnCallRig.invoked(take.plan(), "order", Map.of("id", "seven"))
                        .code())
                .isEqualTo(ActionResult.INVALID_PARAMETERS);
        shop.answer(200, "{\"state\": \"packed\"}");
        ActionResult result = OnCallRig.invoked(take.plan(), "order", Map.of("id", 7));
        assertThat(result.success()).as("%s", result).isTrue();
        assertThat(result.values()).containsEntry("state", "packed");
        assertThat(shop.bodies.get(1)).contains("\"action\":\"order\",\"parameters\":{\"id\":7}");
        assertThat(OnCallRig.invoked(take.plan(), "other", Map.of()).code()).isEqualTo(ActionResult.NOT_REGISTERED);
    }

    static Stream<String> unusable() {
        return Stream.of(
                "7",
                "[7]",
                "[{\"name\": \"order\", \"url\": \"https://crm.example.com/tools/\"}]",
                "[ORDER, ORDER]",
                "[ELSEWHERE]",
                "[BAD NAME]",
                "[SLOW]",
                "[SCHEMA]",
                "[" + "ORDER, ".repeat(20) + "ORDER]");
    }

    @ParameterizedTest
    @MethodSource("unusable")
    void shouldTakeTheCallAsConfiguredWhenToolsCannotBeUsed(String tools) throws Exception {
        String body = tools.replace("ORDER", tool("order", "/tools/order", ""))
                .replace("ELSEWHERE", tool("order", "/other/order", ""))
                .replace("BAD NAME", tool("no name", "/tools/order", ""))
                .replace("SLOW", tool("order", "/tools/order", ", \"timeoutMs\": 1000000"))
                .replace("SCHEMA", tool("order", "/tools/order", ", \"parameters\": {\"type\": \"nothing\"}"));
        shop.answer(200, "{\"tools\": " + body + "}");
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Take(rig.desk, OnCallRig.FACTS));
        assertThat(rig.counted("failed")).isEqualTo(1);
    }

    @Test
    void shouldTakeNoToolsWhereNoneAreAllowed() throws Exception {
        asked = onCall(asked.url().orElseThrow(), Optional.empty(), asked.timeout(), "answer");
        shop.answer(200, "{\"tools\": [" + tool("order", "/tools/order", "") + "]}");
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Take(rig.desk, OnCallRig.FACTS));
        assertThat(rig.counted("failed")).isEqualTo(1);
    }

    @Test
    void shouldHangUpOnAnAnswerOfMegabytes() throws Exception {
        shop.answer(200, "{\"prompt\": \"" + "x".repeat(5_000_000) + "\"}");
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Take(rig.desk, OnCallRig.FACTS));
        assertThat(rig.counted("failed")).isEqualTo(1);
    }

    @Test
    void shouldNotWaitLongerThanItMayAndTakeNoLateAnswer() throws Exception {
        shop.gate = new CountDownLatch(1);
        asked = onCall(asked.url().orElseThrow(), Optional.empty(), Duration.ofMillis(50), "answer");
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Take(rig.desk, OnCallRig.FACTS));
        shop.gate.countDown();
        assertThat(rig.counted("failed")).isEqualTo(1);
        assertThat(rig.counted("taken")).isZero();
    }

    @Test
    void shouldRefuseAndRedirectWhenToldSo() throws Exception {
        shop.answer(200, "{\"reject\": {\"status\": 486, \"reason\": \"Closed\"}}");
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Refuse(486, "Closed"));
        shop.answer(200, "{\"redirect\": \"tel:+4930555\"}");
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Redirect("tel:+4930555"));
        assertThat(rig.counted("refused")).isEqualTo(1);
        assertThat(rig.counted("redirected")).isEqualTo(1);
    }

    @Test
    void shouldAnswer404WhenNeitherTheAddressNorTheServerNamesAnAgent() throws Exception {
        shop.answer(200, "{}");
        assertThat(rig.ask(null)).isEqualTo(new AnswerVerdict.Refuse(404, null));
        shop.answer(200, "{\"agent\": \"sales\"}");
        assertThat(((AnswerVerdict.Take) rig.ask(null)).plan().agent()).isEqualTo("sales");
    }

    @Test
    void shouldDecideAtOnceWhenTheServerIsStopping() throws Exception {
        rig.transport.close();
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Take(rig.desk, OnCallRig.FACTS));
    }

    @Test
    void shouldAskOnlyWhereAServerIsNamed() {
        assertThat(rig.hook.concerns("carrier", rig.desk)).isTrue();
        asked = OnCallConfig.NOBODY;
        assertThat(rig.hook.concerns("carrier", rig.desk)).isFalse();
    }

    @Test
    void shouldKeepNoConnectionToAServerThatNeverAnswers() throws Exception {
        try (SilentPeer peer = new SilentPeer()) {
            asked = onCall(peer.url(), Optional.empty(), Duration.ofMillis(200), "answer");
            for (int i = 0; i < 20; i++) {
                rig.begin(rig.desk).get(20, TimeUnit.SECONDS);
            }
            assertThat(peer.most()).isLessThanOrEqualTo(2);
            SilentPeer.await("the end of all connections", () -> peer.open.get() == 0);
        }
    }
}
