package io.sidetone.server.agents.answering;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sidetone.core.call.plan.AnswerVerdict;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.call.plan.RingingCall;
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
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.server.actions.ActionRegistry;
import io.sidetone.server.actions.RegisteredActions;
import io.sidetone.server.actions.webhook.FakeShop;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.agents.handover.AgentChoice;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A hook with agents of its own, of which each declares the variable {@code order}; {@code gone} is none of them. */
final class OnCallRig implements AnsweringAgents, AutoCloseable {
    static final String ID = "0123456789ABCDEFGHJKMNPQRS";
    static final CallFacts FACTS = CallFacts.of("+4930", "100", List.of(CallHeader.of("X-Customer", "42")), 0);

    final WebhookTransport transport = new WebhookTransport(() -> FakeShop.NOW_S, System::nanoTime, () -> 0.0);
    final OnCallHook hook = new OnCallHook(this, transport);
    final CallPlan desk = plan("desk");

    /** What was last wished for. */
    volatile AgentChoice wished;

    private final RegisteredActions registered = new RegisteredActions(new ActionRegistry());
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Supplier<Decider> asked;
    private final AtomicInteger surplus = new AtomicInteger();

    /** Creates it; {@code asked} says who is asked about each call. */
    OnCallRig(Supplier<Decider> asked) {
        this.asked = asked;
        hook.bindTo(registry);
    }

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

    @Override
    public Decider asked(String trunk, String agent) {
        return asked.get();
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
    public CallPlan plan(AgentChoice wish) {
        wished = wish;
        if (wish.policy().equals("none")) {
            throw new IllegalArgumentException("there is no policy 'none'");
        }
        return wish.agent().equals("gone") ? null : plan(wish.agent());
    }

    /** Has a call ring whose address leads to {@code found}. */
    CompletableFuture<AnswerVerdict> begin(CallPlan found) {
        CompletableFuture<AnswerVerdict> verdict = new CompletableFuture<>();
        hook.ask(
                new RingingCall(
                        new CallPlan.Identity(ID, "ext", "sip-udp", "sip:a@b", "sip:100@c", FACTS), "carrier", found),
                decided -> {
                    if (!verdict.complete(decided)) {
                        surplus.incrementAndGet();
                    }
                });
        return verdict;
    }

    AnswerVerdict ask(CallPlan found) throws Exception {
        return begin(found).get(20, TimeUnit.SECONDS);
    }

    double counted(String outcome) {
        return registry.get("sidetone_on_call")
                .tag("outcome", outcome)
                .functionCounter()
                .count();
    }

    static ActionResult invoked(CallPlan plan, String action, Map<String, Object> parameters) throws Exception {
        CompletableFuture<ActionResult> result = new CompletableFuture<>();
        CallContext context = new CallContext(ID, "desk", "sip:a@b", "sip:100@c", 1, new Fence());
        plan.actions().invoke(context, new ActionCall("1", action, parameters, false), result::complete);
        return result.get(20, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        hook.close();
        transport.close();
        registered.close();
        assertThat(surplus).as("decisions after the first").hasValue(0);
    }
}
