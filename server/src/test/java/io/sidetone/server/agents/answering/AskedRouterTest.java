package io.sidetone.server.agents.answering;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.core.call.plan.AnswerVerdict;
import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.plugin.Ringing;
import io.sidetone.core.port.plugin.Route;
import io.sidetone.core.port.plugin.RouterPlugin;
import io.sidetone.server.agents.handover.AgentChoice;
import io.sidetone.server.ops.logging.LogWatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A router that is asked about calls while they ring, and what becomes of them. */
@Tag("real-time")
class AskedRouterTest {
    private static final Duration SHORT = Duration.ofMillis(50);

    private final LogWatch log = new LogWatch();
    private final List<Ringing> asked = new CopyOnWriteArrayList<>();
    private final OnCallRig rig = new OnCallRig(this::router);
    private BiConsumer<Ringing, Consumer<Route>> router = (call, answer) -> answer.accept(Route.Take.AS_CONFIGURED);
    private Duration timeout = Duration.ofSeconds(10);
    private String onFailure = "answer";

    /** Hands each question to the router that the test has at the moment. */
    private final class Asking implements RouterPlugin.Engine {
        @Override
        public void route(Ringing call, Consumer<Route> answer) {
            asked.add(call);
            router.accept(call, answer);
        }

        @Override
        public EngineHealth health() {
            return EngineHealth.up("here");
        }

        @Override
        public CompletionStage<EngineHealth> check() {
            return CompletableFuture.completedFuture(health());
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    @AfterEach
    void close() {
        log.close();
        rig.close();
    }

    private Decider router() {
        OnCallConfig how = new OnCallConfig(
                Optional.empty(), "acme", Map.of(), Map.of(), Optional.empty(), Optional.empty(), timeout, onFailure);
        return new Decider(how, Optional.of(new Asking()));
    }

    private void awaitLog(String text) throws InterruptedException {
        long giveUpNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (said(text) == 0) {
            assertThat(System.nanoTime()).as(text).isLessThan(giveUpNs);
            Thread.sleep(5);
        }
    }

    private long said(String text) {
        return log.lines().stream().filter(line -> line.contains(text)).count();
    }

    @Test
    void shouldTellWhoCallsAndTakeTheCallAsTheRouterSays() throws Exception {
        router = (call, answer) -> answer.accept(Route.Take.AS_CONFIGURED
                .withAgent("sales")
                .withVariables(Map.of("order", "7"))
                .withPrompt("Be brief.")
                .withGreeting("Hi.")
                .withPolicy("assertive")
                .withSpeech("vera", "de"));
        AnswerVerdict.Take take = (AnswerVerdict.Take) rig.ask(rig.desk);
        assertThat(asked)
                .containsExactly(new Ringing(
                        OnCallRig.ID, "ext", "sip-udp", "carrier", "desk", "sip:a@b", "sip:100@c", OnCallRig.FACTS));
        assertThat(take.plan().agent()).isEqualTo("sales");
        assertThat(rig.wished).isEqualTo(new AgentChoice("sales", "assertive", "vera", "de"));
        assertThat(take.facts().variables()).isEqualTo(Map.of("order", "7"));
        assertThat(take.facts().terms().prompt()).isEqualTo("Be brief.");
        assertThat(take.facts().terms().greeting()).isEqualTo("Hi.");
        assertThat(take.facts().headers()).isEqualTo(OnCallRig.FACTS.headers());
        assertThat(rig.counted("taken")).isEqualTo(1);
    }

    @Test
    void shouldTakeTheCallAsConfiguredWhenTheRouterChangesNothing() throws Exception {
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Take(rig.desk, OnCallRig.FACTS));
        assertThat(rig.counted("taken")).isEqualTo(1);
        assertThat(rig.ask(null)).isEqualTo(new AnswerVerdict.Refuse(404, null));
        assertThat(asked.get(1).agent()).isEmpty();
    }

    @Test
    void shouldRefuseAndRedirectWhenToldSo() throws Exception {
        router = (call, answer) -> answer.accept(new Route.Refuse(486, "Closed"));
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Refuse(486, "Closed"));
        router = (call, answer) -> answer.accept(new Route.Refuse(603, ""));
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Refuse(603, null));
        router = (call, answer) -> answer.accept(new Route.Redirect("tel:+4930555"));
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Redirect("tel:+4930555"));
        assertThat(rig.counted("refused")).isEqualTo(2);
        assertThat(rig.counted("redirected")).isEqualTo(1);
    }

    private static Route.Tool tool(String name) {
        ActionDefinition definition = new ActionDefinition(
                name, "Looks up an order.", Map.of("type", "object", "required", List.of("id")), false, true, 700);
        return new Route.Tool(definition, new ActionHandler() {
            @Override
            public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
                answer.accept(ActionResult.ok(call.invocationId(), Map.of("state", "packed")));
            }

            @Override
            public void cancel(CallContext context, String invocationId) {
                // It answers at once.
            }
        });
    }

    @Test
    void shouldGiveTheCallToolsThatTheRouterCarriesOut() throws Exception {
        router = (call, answer) -> answer.accept(Route.Take.AS_CONFIGURED.withTools(List.of(tool("order"))));
        AnswerVerdict.Take take = (AnswerVerdict.Take) rig.ask(rig.desk);
        assertThat(take.plan().actions().definitions())
                .containsExactly(tool("order").definition());
        assertThat(take.facts().terms().tools()).containsExactly(tool("order").definition());
        assertThat(OnCallRig.invoked(take.plan(), "order", Map.of()).code()).isEqualTo(ActionResult.INVALID_PARAMETERS);
        assertThat(OnCallRig.invoked(take.plan(), "order", Map.of("id", 7)).values())
                .containsEntry("state", "packed");
    }

    static Stream<Route> unusable() {
        Route.Take take = Route.Take.AS_CONFIGURED;
        return Stream.of(
                take.withAgent("gone"),
                take.withPolicy("none"),
                take.withVariables(Map.of("ordre", "1")),
                take.withTools(List.of(tool("order"), tool("order"))),
                take.withTools(List.of(tool("no name"))),
                take.withTools(Stream.iterate(0, i -> i + 1)
                        .limit(21)
                        .map(i -> tool("order" + i))
                        .toList()),
                new Route.Refuse(200, ""),
                new Route.Refuse(700, ""),
                new Route.Redirect(""),
                new Route.Redirect("sip:a@b>"));
    }

    @ParameterizedTest
    @MethodSource("unusable")
    void shouldDoAsConfiguredWhenTheAnswerCannotBeUsed(Route route) throws Exception {
        router = (call, answer) -> answer.accept(route);
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Take(rig.desk, OnCallRig.FACTS));
        onFailure = "reject";
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Refuse(480, null));
        assertThat(rig.counted("failed")).isEqualTo(2);
        assertThat(rig.counted("taken") + rig.counted("refused") + rig.counted("redirected"))
                .isZero();
        assertThat(said("Call " + OnCallRig.ID + ": no usable answer of on-call: "))
                .isEqualTo(2);
    }

    @Test
    void shouldDoAsConfiguredWhenTheRouterThrowsOrAnswersNull() throws Exception {
        router = (call, answer) -> {
            throw new IllegalStateException("no data");
        };
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Take(rig.desk, OnCallRig.FACTS));
        awaitLog("no usable answer of on-call: the router acme threw java.lang.IllegalStateException: no data");
        router = (call, answer) -> {
            throw new AssertionError("unfinished");
        };
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Take(rig.desk, OnCallRig.FACTS));
        awaitLog("no usable answer of on-call: the router acme threw java.lang.AssertionError: unfinished");
        router = (call, answer) -> answer.accept(null);
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Take(rig.desk, OnCallRig.FACTS));
        awaitLog("no usable answer of on-call: the router acme answered null");
        assertThat(rig.counted("failed")).isEqualTo(3);
    }

    @Test
    void shouldTellOfASecondAnswerAndOfAFaultAfterTheFirst() throws Exception {
        router = (call, answer) -> {
            answer.accept(new Route.Refuse(486, ""));
            answer.accept(Route.Take.AS_CONFIGURED);
            throw new IllegalStateException("too much");
        };
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Refuse(486, null));
        awaitLog("Call " + OnCallRig.ID + ": the router acme answered a second time");
        awaitLog("the router acme threw java.lang.IllegalStateException: too much when the call had gone on");
        assertThat(rig.counted("refused")).isEqualTo(1);
        assertThat(rig.counted("taken") + rig.counted("failed")).isZero();
    }

    @Test
    void shouldGoOnWithoutAnAnswerThatComesLateOrNever() throws Exception {
        timeout = SHORT;
        CompletableFuture<Consumer<Route>> late = new CompletableFuture<>();
        router = (call, answer) -> late.complete(answer);
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Take(rig.desk, OnCallRig.FACTS));
        late.join().accept(new Route.Refuse(486, ""));
        awaitLog("the router acme answered when the call had gone on");
        assertThat(said("no answer within 50 ms")).isEqualTo(1);
        assertThat(rig.counted("failed")).isEqualTo(1);
        assertThat(rig.counted("refused")).isZero();
    }

    @Test
    void shouldGetItsThreadsBackWhenRoutersBlock() throws Exception {
        timeout = Duration.ofMillis(500);
        CountDownLatch never = new CountDownLatch(1);
        router = (call, answer) -> {
            try {
                never.await();
            } catch (InterruptedException stopped) {
                throw new IllegalStateException("interrupted", stopped);
            }
        };
        List<CompletableFuture<AnswerVerdict>> blocked =
                Stream.generate(() -> rig.begin(rig.desk)).limit(4).toList();
        for (CompletableFuture<AnswerVerdict> each : blocked) {
            assertThat(each.get(20, TimeUnit.SECONDS)).isEqualTo(new AnswerVerdict.Take(rig.desk, OnCallRig.FACTS));
        }
        timeout = Duration.ofSeconds(10);
        router = (call, answer) -> answer.accept(new Route.Refuse(486, ""));
        assertThat(rig.ask(rig.desk)).isEqualTo(new AnswerVerdict.Refuse(486, null));
        assertThat(rig.counted("failed")).isEqualTo(4);
        assertThat(rig.counted("refused")).isEqualTo(1);
    }

    @Test
    void shouldAskOnAThreadOfItsOwn() throws Exception {
        CompletableFuture<String> thread = new CompletableFuture<>();
        router = (call, answer) -> {
            thread.complete(Thread.currentThread().getName());
            answer.accept(Route.Take.AS_CONFIGURED);
        };
        rig.ask(rig.desk);
        assertThat(thread.join()).isEqualTo("routers");
    }

    @Test
    void shouldDecideAtOnceWhenTheServerIsStopping() throws Exception {
        rig.hook.close();
        assertThat(rig.begin(rig.desk).get(20, TimeUnit.SECONDS))
                .isEqualTo(new AnswerVerdict.Take(rig.desk, OnCallRig.FACTS));
        rig.transport.close();
        assertThat(rig.begin(rig.desk).get(20, TimeUnit.SECONDS))
                .isEqualTo(new AnswerVerdict.Take(rig.desk, OnCallRig.FACTS));
        assertThat(asked).isEmpty();
        assertThat(rig.hook.concerns("carrier", rig.desk)).isTrue();
    }
}
