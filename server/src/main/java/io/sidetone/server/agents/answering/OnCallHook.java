package io.sidetone.server.agents.answering;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.config.problem.Nearest;
import io.sidetone.core.background.Background;
import io.sidetone.core.call.plan.AnswerHook;
import io.sidetone.core.call.plan.AnswerVerdict;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.call.plan.LayeredActions;
import io.sidetone.core.call.plan.RingingCall;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.server.actions.ActionRegistry;
import io.sidetone.server.actions.webhook.OutgoingRequests;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.agents.handover.AgentChoice;
import io.sidetone.transport.metrics.CounterMeters;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the web server or the router of a trunk or an agent what becomes of a call that rings. Routers run on threads of their own,
 * so that one that blocks stops no signalling. Thread-safe.
 */
public final class OnCallHook implements AnswerHook, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OnCallHook.class);
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 480;
    private static final int ROUTER_THREADS = 4;
    private static final int WAITING = 4_096;
    /** Calls that ring and are asked about over HTTP. */
    private static final int MOST_OPEN = 512;

    private final AnsweringAgents agents;
    private final WebhookTransport transport;
    private final OutgoingRequests requests;
    private final ThreadPoolExecutor routers;
    private final SharedCounters<AnswerCounter> counters = new SharedCounters<>(AnswerCounter.class);

    /**
     * Opens nothing until the first call.
     *
     * @param transport asks web servers, and has the timer of every question
     */
    public OnCallHook(AnsweringAgents agents, WebhookTransport transport) {
        this.agents = agents;
        this.transport = transport;
        this.requests = transport.requests(MOST_OPEN, 0);
        this.routers = Background.few("routers", ROUTER_THREADS, WAITING);
    }

    /** Shows its counters. */
    public void bindTo(MeterRegistry registry) {
        CounterMeters.bind(registry, counters);
    }

    @Override
    public boolean concerns(String trunk, CallPlan plan) {
        return asked(trunk, plan).how().asks();
    }

    private Decider asked(String trunk, CallPlan plan) {
        return agents.asked(trunk, plan == null ? null : plan.agent());
    }

    @Override
    public void ask(RingingCall call, Consumer<AnswerVerdict> verdict) {
        Decider asked = asked(call.trunk(), call.plan());
        OnCallConfig how = asked.how();
        CallQuestion.Outcome outcome = new CallQuestion.Outcome() {
            @Override
            public void answered(CallQuestion.Answer answer) {
                AnswerVerdict decided;
                try {
                    decided = decided(call, how, answer.read());
                } catch (UnusableReplyException | IllegalArgumentException unusable) {
                    failed(unusable.getMessage());
                    return;
                } catch (RuntimeException | LinkageError defect) {
                    failed("its answer cannot be followed: " + defect);
                    return;
                }
                verdict.accept(decided);
            }

            @Override
            public void failed(String why) {
                verdict.accept(withoutAnswer(call, how, why));
            }
        };
        CallQuestion question = asked.router().isPresent()
                ? new PluginQuestion(call, how, asked.router().get(), routers, outcome)
                : new WebhookQuestion(call, how, transport, requests, outcome);
        question.ask(transport::timer);
    }

    private AnswerVerdict decided(RingingCall call, OnCallConfig asked, AnswerReply reply)
            throws UnusableReplyException {
        if (!reply.unknown().isEmpty()) {
            LOG.warn(
                    "Call {}: {} of on-call's answer means nothing",
                    call.identity().callId(),
                    String.join(", ", reply.unknown()));
        }
        if (reply.refusal().isPresent()) {
            counters.increment(AnswerCounter.REFUSED);
            LOG.info("Call {}: refused by on-call", call.identity().callId());
            return new AnswerVerdict.Refuse(reply.refusal().getAsInt(), reply.reason());
        }
        if (reply.redirect().isPresent()) {
            counters.increment(AnswerCounter.REDIRECTED);
            LOG.info("Call {}: redirected by on-call", call.identity().callId());
            return new AnswerVerdict.Redirect(reply.redirect().get());
        }
        AnswerVerdict.Take take = new AnswerVerdict.Take(equipped(plan(call, reply), asked, reply), facts(call, reply));
        checkVariables(take.plan().agent(), reply.variables());
        counters.increment(AnswerCounter.TAKEN);
        return take;
    }

    private CallPlan plan(RingingCall call, AnswerReply reply) throws UnusableReplyException {
        AgentChoice wish = reply.wish();
        String found = call.plan() == null ? "" : call.plan().agent();
        String agent = reply.agent().isEmpty() ? found : reply.agent();
        if (agent.isEmpty()) {
            throw new UnusableReplyException("it names no agent, and the called address leads to none");
        }
        if (agent.equals(found) && wish.policy().isEmpty() && wish.speaksAsEver()) {
            return call.plan();
        }
        CallPlan plan = agents.plan(new AgentChoice(agent, wish.policy(), wish.voice(), wish.language()));
        if (plan == null) {
            throw new UnusableReplyException("there is no agent '" + shown(agent) + "'");
        }
        return plan;
    }

    private CallPlan equipped(CallPlan plan, OnCallConfig asked, AnswerReply reply) throws UnusableReplyException {
        if (reply.tools().isEmpty()) {
            return plan;
        }
        ActionRegistry tools =
                CallTools.registered(reply.tools(), asked, plan.actions().definitions(), transport);
        return plan.withActions(new LayeredActions(agents.actions(tools), plan.actions()));
    }

    private static CallFacts facts(RingingCall call, AnswerReply reply) {
        return call.identity().facts().withVariables(reply.variables()).withTerms(reply.terms());
    }

    private void checkVariables(String agent, Map<String, String> given) throws UnusableReplyException {
        Set<String> declared = agents.variables(agent);
        for (String name : given.keySet()) {
            if (!declared.contains(name)) {
                throw new UnusableReplyException("agents." + agent + ".variables declares no '" + shown(name) + "'"
                        + Nearest.to(name, declared)
                                .map(near -> "; did you mean " + near + "?")
                                .orElse(""));
            }
        }
    }

    private static String shown(String name) {
        return name.length() > 64 ? name.substring(0, 64) + "…" : name;
    }

    private AnswerVerdict withoutAnswer(RingingCall call, OnCallConfig asked, String why) {
        counters.increment(AnswerCounter.FAILED);
        boolean refused = asked.rejectsOnFailure() || call.plan() == null;
        LOG.warn(
                "Call {}: no usable answer of on-call: {}; the call is {}",
                call.identity().callId(),
                why,
                refused ? "refused" : "answered as configured");
        if (asked.rejectsOnFailure()) {
            return new AnswerVerdict.Refuse(UNAVAILABLE, null);
        }
        return call.plan() == null
                ? new AnswerVerdict.Refuse(NOT_FOUND, null)
                : new AnswerVerdict.Take(call.plan(), call.identity().facts());
    }

    /** Interrupts what routers are busy with. */
    @Override
    public void close() {
        routers.shutdownNow();
        requests.close();
    }
}
