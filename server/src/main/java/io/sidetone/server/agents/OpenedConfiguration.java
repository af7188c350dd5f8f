package io.sidetone.server.agents;

import io.sidetone.config.LoadedConfig;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.ConfigProblem;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.server.EngineSetupException;
import io.sidetone.server.ExitCode;
import io.sidetone.server.actions.ActionRegistry;
import io.sidetone.server.actions.ConfiguredActions;
import io.sidetone.server.actions.RegisteredActions;
import io.sidetone.server.actions.mcp.McpServers;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.agents.answering.Deciders;
import io.sidetone.server.agents.handover.AgentChoice;
import io.sidetone.server.agents.services.PluginEngines;
import io.sidetone.server.records.aftercall.NoteSchemas;
import java.util.Optional;
import java.util.function.Function;

/** One configuration and what it opened that may change while the server runs: actions, and the engines of its agents. */
final class OpenedConfiguration implements AutoCloseable {
    private final LoadedConfig loaded;
    private final ActionRegistry registry;
    private final RegisteredActions actions;
    private final McpServers mcp;
    private final Engines engines;
    private final Deciders asked;

    private OpenedConfiguration(
            LoadedConfig loaded,
            ActionRegistry registry,
            RegisteredActions actions,
            McpServers mcp,
            Engines engines,
            Deciders asked) {
        this.loaded = loaded;
        this.registry = registry;
        this.actions = actions;
        this.mcp = mcp;
        this.engines = engines;
        this.asked = asked;
    }

    /** Opens it, or nothing of it. */
    static OpenedConfiguration open(LoadedConfig loaded, WebhookTransport webhooks, EngineNeeds needs)
            throws EngineSetupException {
        PluginEngines plugged = Engines.plugged(loaded.config(), needs);
        ActionRegistry registry = registry(loaded, webhooks, needs.followers().transfers(), plugged);
        RegisteredActions actions = new RegisteredActions(registry);
        McpServers mcp = McpServers.open(loaded.config().mcp().values(), registry, webhooks);
        try {
            Engines engines = Engines.open(loaded.config(), actions, plugged, needs);
            mcp.await(McpServers.START_LIMIT_MS);
            Deciders asked = new Deciders(loaded.config(), plugged);
            return new OpenedConfiguration(loaded, registry, actions, mcp, engines, asked);
        } catch (EngineSetupException | RuntimeException | LinkageError impossible) {
            mcp.close();
            actions.close();
            throw impossible;
        }
    }

    private static ActionRegistry registry(
            LoadedConfig loaded, WebhookTransport webhooks, ActionHandler transfers, PluginEngines plugged)
            throws EngineSetupException {
        try {
            NoteSchemas.check(loaded.config(), loaded.source());
            return ConfiguredActions.registered(loaded.config(), loaded.source(), webhooks, transfers, plugged::action);
        } catch (ConfigException wrong) {
            plugged.close();
            throw new EngineSetupException(
                    ExitCode.CONFIG,
                    wrong.problems().stream().map(ConfigProblem::toString).toList());
        }
    }

    SidetoneConfig config() {
        return loaded.config();
    }

    Engines engines() {
        return engines;
    }

    boolean hasAction(String name) {
        return registry.definition(name).isPresent();
    }

    /** Returns the actions of another registry, carried out as those of this configuration are. */
    ActionInvoker actions(ActionRegistry own) {
        return actions.of(own);
    }

    /** Returns who is asked about calls while they ring. */
    Deciders asked() {
        return asked;
    }

    boolean hasAgent(String name) {
        return config().agent(name).isPresent();
    }

    boolean journals(String agent) {
        return config().agent(agent).filter(AgentConfig::journal).isPresent();
    }

    /** Returns the plan of the agent called {@code name}, or null. */
    CallPlan plan(String name) {
        return engines.plan(name);
    }

    /** As {@link Engines#plan(AgentChoice)}. */
    CallPlan plan(AgentChoice wish) {
        return engines.plan(wish);
    }

    /**
     * Returns the plan of the agent that takes a call, or null.
     *
     * @param called user part of the called address
     * @param path of the connection that brings the call, empty for SIP
     * @param header value of a header by name, or null
     */
    CallPlan plan(String called, String path, Function<String, String> header) {
        Optional<AgentConfig> agent = config().agentFor(called, path, header);
        return agent.map(each -> plan(each.name())).orElse(null);
    }

    @Override
    public void close() {
        engines.close();
        mcp.close();
        actions.close();
    }
}
