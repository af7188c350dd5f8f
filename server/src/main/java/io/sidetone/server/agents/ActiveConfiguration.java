package io.sidetone.server.agents;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.config.LoadedConfig;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.ConfigProblem;
import io.sidetone.config.schema.RunTimeKeys;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.plan.AnswerHook;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.server.EngineSetupException;
import io.sidetone.server.Part;
import io.sidetone.server.actions.ActionRegistry;
import io.sidetone.server.actions.ActionWarmup;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.agents.answering.AnsweringAgents;
import io.sidetone.server.agents.answering.Decider;
import io.sidetone.server.agents.answering.OnCallHook;
import io.sidetone.server.agents.handover.AgentChoice;
import io.sidetone.server.agents.reload.ConfigSource;
import io.sidetone.server.agents.reload.Generation;
import io.sidetone.server.agents.reload.Generations;
import io.sidetone.server.agents.reload.PolicyUpdate;
import io.sidetone.server.agents.reload.ReloadRefusedException;
import io.sidetone.server.agents.reload.Reloads;
import io.sidetone.server.calls.CallBook;
import io.sidetone.server.ops.metrics.EngineMetrics;
import io.sidetone.server.ops.metrics.FailoverMetrics;
import io.sidetone.server.ops.metrics.ServerMeter;
import io.sidetone.server.records.aftercall.EndedAgents;
import io.sidetone.speech.chat.QuestionModel;
import io.sidetone.transport.metrics.CounterMeters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The configuration that new calls get, and the way to another one. Thread-safe; reloads come one after the other. */
public final class ActiveConfiguration implements Reloads.Work, AnsweringAgents, EndedAgents, Part {
    private final LoadedConfig started;
    private final WebhookTransport webhooks;
    private final EngineNeeds needs;
    private final CallBook book;
    private final LongSupplier clock;
    private final Generations<OpenedConfiguration> generations;
    private final OnCallHook answering;
    private Optional<ActionWarmup> firstAction;
    private ConfigSource source;
    private boolean journals;
    private volatile Runnable shown = () -> {};

    /**
     * Opens what {@code loaded} needs.
     *
     * @param book has the running calls
     * @param clock the lanes' clock, ns
     */
    public ActiveConfiguration(
            LoadedConfig loaded, WebhookTransport webhooks, EngineNeeds needs, CallBook book, LongSupplier clock)
            throws EngineSetupException {
        this.started = loaded;
        this.firstAction = warmed(loaded.config(), webhooks);
        this.webhooks = webhooks;
        this.needs = needs;
        this.book = book;
        this.clock = clock;
        this.generations =
                new Generations<>(OpenedConfiguration.open(loaded, webhooks, needs), clock, this::openedLate);
        this.answering = new OnCallHook(this, webhooks);
    }

    /** Begins to warm up what carries actions and questions to web servers, where {@code config} has any. */
    private static Optional<ActionWarmup> warmed(SidetoneConfig config, WebhookTransport webhooks) {
        boolean asks = !config.actions().isEmpty()
                || config.agents().stream().anyMatch(agent -> agent.onCall().asks())
                || config.sip().trunks().stream()
                        .anyMatch(trunk -> trunk.onCall().asks());
        return asks ? Optional.of(ActionWarmup.start(webhooks)) : Optional.empty();
    }

    /**
     * Says how to reload; before the first reload.
     *
     * @param again loads the configuration once more
     * @param journaling whether calls can be journaled: where no agent wanted it at the start, they cannot
     */
    public void reloading(ConfigSource again, boolean journaling) {
        source = again;
        journals = journaling;
    }

    /** Returns what new calls get. */
    OpenedConfiguration running() {
        return generations.present().parts();
    }

    @Override
    public SidetoneConfig config() {
        return running().config();
    }

    /** Follows calls from their opening to their end. */
    @Override
    public Generations<OpenedConfiguration> observer() {
        return generations;
    }

    /** Returns what keeps its engines from taking calls. */
    @Override
    public List<String> problems() {
        return running().engines().problems();
    }

    /** Returns whether the agent of that name wants its new calls journaled. */
    public boolean journaled(String agent) {
        return running().journals(agent);
    }

    /** Returns whether an action of that name is registered, for new calls or for some that run. */
    public boolean hasAction(String name) {
        return generations.open().stream().anyMatch(each -> each.hasAction(name));
    }

    /** Returns whether new calls find an agent of that name. */
    public boolean hasAgent(String name) {
        return running().hasAgent(name);
    }

    /** Returns how late answers of the agent of that name may be, in ms after the caller's last sound; 0 for no budget. */
    public long answerBudgetMs(String agent) {
        return config().agent(agent).map(each -> each.answerBudget().toMillis()).orElse(0L);
    }

    /** Returns the plan of the agent called {@code name}, or null. */
    public CallPlan plan(String name) {
        return followed(running -> running.plan(name));
    }

    @Override
    public QuestionModel questions(String name) {
        return running().engines().questions(name);
    }

    /** Returns who decides on calls while they ring. */
    public AnswerHook answering() {
        return answering;
    }

    @Override
    public CallPlan plan(AgentChoice wish) {
        return followed(running -> running.plan(wish));
    }

    @Override
    public ActionInvoker actions(ActionRegistry own) {
        return running().actions(own);
    }

    @Override
    public Set<String> variables(String agent) {
        return config().agent(agent).map(each -> each.variables().keySet()).orElse(Set.of());
    }

    /** Returns the names that the agent of {@code call} declares, with their values in it. */
    public Map<String, String> values(CallRecord call) {
        return config().agent(call.agent())
                .map(each -> each.texts().values(call.setup().who().facts()))
                .orElse(Map.of());
    }

    @Override
    public Decider asked(String trunk, String agent) {
        return running().asked().about(trunk, agent);
    }

    /** As {@link OpenedConfiguration#plan(String, String, Function)}. */
    public CallPlan plan(String called, String path, Function<String, String> header) {
        return followed(running -> running.plan(called, path, header));
    }

    /** Looks an agent up as for a call, before the first caller waits for the classes of that, and for its first action {@code limitMs}. */
    public void rehearse(long limitMs) throws InterruptedException {
        plan("", "", header -> null);
        if (firstAction.isPresent()) {
            firstAction.get().await(limitMs);
        }
    }

    private CallPlan followed(Function<OpenedConfiguration, CallPlan> choice) {
        Generation<OpenedConfiguration> present = generations.present();
        CallPlan plan = choice.apply(present.parts());
        return plan == null ? null : plan.onOpening(present::opening);
    }

    /** Returns the engines whose prices count: those of new calls, and those that only older calls have. */
    private Collection<EngineConfig> priced() {
        List<EngineConfig> engines = new ArrayList<>();
        List<OpenedConfiguration> open = generations.open();
        for (int i = open.size() - 1; i >= 0; i--) {
            engines.addAll(open.get(i).config().engines().values());
        }
        return engines;
    }

    @Override
    public Reloads.Done reload() throws ReloadRefusedException {
        LoadedConfig next;
        OpenedConfiguration opened;
        try {
            next = source.load();
            opened = OpenedConfiguration.open(next, webhooks, needs);
        } catch (ConfigException wrong) {
            throw new ReloadRefusedException(
                    wrong.problems().stream().map(ConfigProblem::toString).toList());
        } catch (EngineSetupException wrong) {
            throw new ReloadRefusedException(wrong.problems());
        }
        SidetoneConfig before = config();
        generations.replace(opened);
        firstAction = firstAction.or(() -> warmed(next.config(), webhooks));
        PolicyUpdate update = new PolicyUpdate(before, next.config());
        int calls = 0;
        for (CallRecord call : book.live()) {
            if (call.endCause() == null && update.send(call, clock.getAsLong())) {
                calls++;
            }
        }
        shown.run();
        return new Reloads.Done(next.source(), calls, waiting(next));
    }

    private List<String> waiting(LoadedConfig next) {
        List<String> waiting = RunTimeKeys.waitingForRestart(started.values(), next.values());
        if (!journals) {
            next.config().agents().stream()
                    .filter(AgentConfig::journal)
                    .forEach(agent -> waiting.add("agents." + agent.name() + ".journal"));
        }
        return waiting;
    }

    /** A call was routed before a reload and opened after it. On its lane. */
    private void openedLate(CallRecord call, OpenedConfiguration older) {
        new PolicyUpdate(older.config(), config()).send(call, clock.getAsLong());
    }

    @Override
    public void closeUnused() {
        generations.closeUnused();
    }

    @Override
    public void bindTo(PrometheusMeterRegistry registry) {
        answering.bindTo(registry);
        CounterMeters.gauge(
                registry,
                ServerMeter.OLDER_CONFIGURATIONS,
                generations,
                each -> each.open().size() - 1);
        EngineMetrics done = new EngineMetrics(registry);
        FailoverMetrics failovers = new FailoverMetrics(registry);
        shown = () -> {
            done.bind(needs.meters().all());
            running().engines().bind(failovers);
            needs.prices().replace(priced());
            needs.prices().bind(needs.meters().all(), registry);
        };
        shown.run();
    }

    @Override
    public void close() {
        answering.close();
        generations.close();
    }
}
