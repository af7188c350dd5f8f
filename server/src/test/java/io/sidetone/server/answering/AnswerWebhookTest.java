package io.sidetone.server.answering;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.server.actions.ActionRegistry;
import io.sidetone.server.actions.RegisteredActions;
import io.sidetone.server.actions.webhook.FakeShop;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.agents.AgentWish;
import io.sidetone.transport.plan.AnswerVerdict;
import io.sidetone.transport.plan.CallPlan;
import io.sidetone.transport.plan.RingingCall;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
class AnswerWebhookTest implements AnsweringAgents {
    private static final String ID = "0123456789ABCDEFGHJKMNPQRS";
    private static final CallFacts FACTS = CallFacts.of("+4930", "100", List.of(CallHeader.of("X-Customer", "42")), 0);

    private final WebhookTransport transport = new WebhookTransport(() -> FakeShop.NOW_S, System::nanoTime, () -> 0.0);
    private final AnswerWebhook webhook = new AnswerWebhook(this, transport);
    private final RegisteredActions registered = new RegisteredActions(new ActionRegistry());
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final CallPlan desk = plan("desk");
    private FakeShop shop;
    private OnCallConfig asked;
    private AgentWish wished;

    private static CallPlan plan(String agent) {
        return new CallPlan(
                agent,
                new MockRecognizer(),
                new MockDialogue(MockBehavior.DEFAULT, null),
                new MockSynthesizer(1),
                ActionInvoker.none(),
                TurnPolicy.DEFAULT,
                AlertThresholds.DEFAULT,
                0);
    }

    @BeforeEach
    void open() throws Exception {
        shop = FakeShop.onCall(false);
        asked = onCall(shop.url(), "answer");
        webhook.bindTo(registry);
    }

    @AfterEach
    void close() {
        shop.close();
        transport.close();
        registered.close();
        assertThat(shop.complaints).isEmpty();
    }

    private static OnCallConfig onCall(URI url, String onFailure) {
        return new OnCallConfig(
                Optional.of(url),
                Optional.of(Secret.literal(FakeShop.SECRET)),
                Optional.of(url.resolve("/tools/")),
                Duration.ofSeconds(5),
                onFailure);
    }

    @Override
    public OnCallConfig onCall(String trunk, String agent) {
        return asked;
    }

    @Override
    public ActionInvoker actions(ActionRegistry own) {
        return registered.of(own);
    }

    @Override
    public Set<String> variables(String agent) {
        return Set.of("order");
    }

    @Override
    public CallPlan plan(AgentWish wish) {
        wished = wish;
        if (wish.policy().equals("none")) {
            throw new IllegalArgumentException("there is no policy 'none'");
        }
        return wish.agent().equals("gone") ? null : plan(wish.agent());
    }

    private AnswerVerdict ask(CallPlan found) throws Exception {
        CompletableFuture<AnswerVerdict> verdict = new CompletableFuture<>();
        webhook.ask(
                new RingingCall(
                        new CallPlan.Identity(ID, "ext", "sip-udp", "sip:a@b", "sip:100@c", FACTS), "carrier", found),
                decided -> {
                    if (!verdict.complete(decided)) {
                        shop.complaints.add("decided twice");
                    }
                });
        return verdict.get(20, TimeUnit.SECONDS);
    }

    private double counted(String outcome) {
        return registry.get("sidetone_on_call")
                .tag("outcome", outcome)
                .functionCounter()
                .count();
    }

    @Test
    void shouldTellWhoCallsSignedAndTakeTheCallAsTheServerSays() throws Exception {
        shop.answer(
                200,
                "{\"agent\": \"sales\", \"variables\": {\"order\": 7}, \"greeting\": \"Hi.\", \"policy\": \"assertive\"}");
        AnswerVerdict.Take take = (AnswerVerdict.Take) ask(desk);
        assertThat(shop.bodies)
                .containsExactly("{\"callId\":\"" + ID + "\",\"externalId\":\"ext\",\"transport\":\"sip-udp\","
                        + "\"trunk\":\"carrier\",\"agent\":\"desk\",\"from\":\"sip:a@b\",\"to\":\"sip:100@c\","
                        + "\"caller\":\"+4930\",\"called\":\"100\","
                        + "\"headers\":[{\"name\":\"X-Customer\",\"value\":\"42\"}]}");
        assertThat(take.plan().agent()).isEqualTo("sales");
        assertThat(wished).isEqualTo(new AgentWish("sales", "assertive", "", ""));
        assertThat(take.facts().variables()).isEqualTo(Map.of("order", "7"));
        assertThat(take.facts().terms().greeting()).isEqualTo("Hi.");
        assertThat(take.facts().headers()).isEqualTo(FACTS.headers());
        assertThat(counted("taken")).isEqualTo(1);
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
        assertThat(ask(desk)).isEqualTo(new AnswerVerdict.Take(desk, FACTS));
        asked = onCall(shop.url(), "reject");
        shop.answer(status, body == null ? "" : body);
        assertThat(ask(desk)).isEqualTo(new AnswerVerdict.Refuse(480, null));
        assertThat(counted("failed")).isEqualTo(2);
        assertThat(counted("taken")).isZero();
    }

    private String tool(String name, String path, String more) {
        return "{\"name\": \"" + name + "\", \"description\": \"Looks up an order.\", \"url\": \""
                + shop.url().resolve(path) + "\"" + more + "}";
    }

    private static ActionResult invoked(CallPlan plan, String action, Map<String, Object> parameters) throws Exception {
        CompletableFuture<ActionResult> result = new CompletableFuture<>();
        CallContext context = new CallContext(ID, "desk", "sip:a@b", "sip:100@c", 1, new Fence());
        plan.actions().invoke(context, new ActionCall("1", action, parameters, false), result::complete);
        return result.get(20, TimeUnit.SECONDS);
    }

    @Test
    void shouldGiveTheCallToolsOfItsOwn() throws Exception {
        String schema = ", \"parameters\": {\"type\": \"object\", \"required\": [\"id\"],"
                + " \"properties\": {\"id\": {\"type\": \"integer\"}}}, \"timeoutMs\": 700";
        shop.answer(200, "{\"tools\": [" + tool("order", "/tools/order", schema) + "]}");
        AnswerVerdict.Take take = (AnswerVerdict.Take) ask(desk);
        ActionDefinition definition = take.facts().terms().tools().get(0);
        assertThat(definition.name()).isEqualTo("order");
        assertThat(definition.deadlineMs()).isEqualTo(1_200);
        assertThat(take.plan().actions().definitions()).containsExactly(definition);
        assertThat(desk.actions().definitions()).as("of other calls").isEmpty();

        assertThat(invoked(take.plan(), "order", Map.of("id", "seven")).code())
                .isEqualTo(ActionResult.INVALID_PARAMETERS);
        shop.answer(200, "{\"state\": \"packed\"}");
        ActionResult result = invoked(take.plan(), "order", Map.of("id", 7));
        assertThat(result.success()).as("%s", result).isTrue();
        assertThat(result.values()).containsEntry("state", "packed");
        assertThat(shop.bodies.get(1)).contains("\"action\":\"order\",\"parameters\":{\"id\":7}");
        assertThat(invoked(take.plan(), "other", Map.of()).code()).isEqualTo(ActionResult.NOT_REGISTERED);
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
        assertThat(ask(desk)).isEqualTo(new AnswerVerdict.Take(desk, FACTS));
        assertThat(counted("failed")).isEqualTo(1);
    }

    @Test
    void shouldTakeNoToolsWhereNoneAreAllowed() throws Exception {
        asked = new OnCallConfig(asked.url(), asked.key(), Optional.empty(), asked.timeout(), "answer");
        shop.answer(200, "{\"tools\": [" + tool("order", "/tools/order", "") + "]}");
        assertThat(ask(desk)).isEqualTo(new AnswerVerdict.Take(desk, FACTS));
        assertThat(counted("failed")).isEqualTo(1);
    }

    @Test
    void shouldHangUpOnAnAnswerOfMegabytes() throws Exception {
        shop.answer(200, "{\"prompt\": \"" + "x".repeat(5_000_000) + "\"}");
        assertThat(ask(desk)).isEqualTo(new AnswerVerdict.Take(desk, FACTS));
        assertThat(counted("failed")).isEqualTo(1);
    }

    @Test
    void shouldNotWaitLongerThanItMayAndTakeNoLateAnswer() throws Exception {
        shop.gate = new CountDownLatch(1);
        asked = new OnCallConfig(asked.url(), asked.key(), Optional.empty(), Duration.ofMillis(50), "answer");
        assertThat(ask(desk)).isEqualTo(new AnswerVerdict.Take(desk, FACTS));
        shop.gate.countDown();
        assertThat(counted("failed")).isEqualTo(1);
        assertThat(counted("taken")).isZero();
    }

    @Test
    void shouldRefuseAndRedirectWhenToldSo() throws Exception {
        shop.answer(200, "{\"reject\": {\"status\": 486, \"reason\": \"Closed\"}}");
        assertThat(ask(desk)).isEqualTo(new AnswerVerdict.Refuse(486, "Closed"));
        shop.answer(200, "{\"redirect\": \"tel:+4930555\"}");
        assertThat(ask(desk)).isEqualTo(new AnswerVerdict.Redirect("tel:+4930555"));
        assertThat(counted("refused")).isEqualTo(1);
        assertThat(counted("redirected")).isEqualTo(1);
    }

    @Test
    void shouldAnswer404WhenNeitherTheAddressNorTheServerNamesAnAgent() throws Exception {
        shop.answer(200, "{}");
        assertThat(ask(null)).isEqualTo(new AnswerVerdict.Refuse(404, null));
        shop.answer(200, "{\"agent\": \"sales\"}");
        assertThat(((AnswerVerdict.Take) ask(null)).plan().agent()).isEqualTo("sales");
    }

    @Test
    void shouldDecideAtOnceWhenTheServerIsStopping() throws Exception {
        transport.close();
        assertThat(ask(desk)).isEqualTo(new AnswerVerdict.Take(desk, FACTS));
    }

    @Test
    void shouldAskOnlyWhereAServerIsNamed() {
        assertThat(webhook.concerns("carrier", desk)).isTrue();
        asked = OnCallConfig.NOBODY;
        assertThat(webhook.concerns("carrier", desk)).isFalse();
    }
}
