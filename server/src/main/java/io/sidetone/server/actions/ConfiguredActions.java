package io.sidetone.server.actions;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.action.ActionConfig;
import io.sidetone.config.action.McpConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Nearest;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.Secret;
import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.plugin.ActionPlugin;
import io.sidetone.server.actions.webhook.WebhookAction;
import io.sidetone.server.actions.webhook.WebhookSettings;
import io.sidetone.server.actions.webhook.WebhookTransport;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** Registers what every agent can do, then what the configuration adds. */
public final class ConfiguredActions {
    /** So that the reason which the webhook gives comes before the lane's own timeout. */
    private static final int LANE_GRACE_MS = 500;

    private ConfiguredActions() {}

    /** An action and who carries it out. */
    private record Carried(ActionDefinition definition, ActionHandler handler) {}

    /**
     * Returns every action of {@code config}.
     *
     * @param source what is named as the origin of problems
     * @param transport what webhooks share
     * @param transfers carries out warm transfers
     * @param plugged returns the action that a plugin opened
     * @throws ConfigException with everything that cannot be registered, and every name that is no action
     */
    public static ActionRegistry registered(
            SidetoneConfig config,
            String source,
            WebhookTransport transport,
            ActionHandler transfers,
            Function<ActionConfig, ActionPlugin.Engine> plugged)
            throws ConfigException {
        return registered(
                config,
                source,
                new AppointmentDesk(),
                transfers,
                action -> action.type() == ActionConfig.Type.PLUGIN
                        ? plugin(action, plugged.apply(action))
                        : new Carried(
                                definition(action, action.description(), action.parameters()),
                                webhook(action, transport)));
    }

    /** Registers everything as {@link #registered} would, without handlers. */
    public static void check(SidetoneConfig config, String source) throws ConfigException {
        described(config, source);
    }

    /** Returns every action of {@code config} as {@link #registered} would; nobody carries them out. */
    public static ActionRegistry described(SidetoneConfig config, String source) throws ConfigException {
        ActionRegistry registry = registered(
                config,
                source,
                new NoHandler(),
                new NoHandler(),
                action -> new Carried(
                        definition(
                                action,
                                action.type() == ActionConfig.Type.PLUGIN ? action.name() : action.description(),
                                action.parameters()),
                        new NoHandler()));
        config.mcp().values().forEach(server -> toolsOfAnyKind(server, registry));
        return registry;
    }

    /** Nobody has asked the server what its tools take. */
    private static void toolsOfAnyKind(McpConfig server, ActionRegistry registry) {
        int limitMs = Math.toIntExact(server.timeout().toMillis()) + LANE_GRACE_MS;
        for (String action : server.actions()) {
            String what = "A tool of the MCP server " + server.name() + ".";
            registry.registerOwn(
                    new ActionDefinition(action, what, Map.of("type", "object"), false, true, limitMs),
                    new NoHandler());
        }
    }

    private static ActionRegistry registered(
            SidetoneConfig config,
            String source,
            ActionHandler desk,
            ActionHandler transfers,
            Function<ActionConfig, Carried> carried)
            throws ConfigException {
        Problems problems = new Problems();
        ActionRegistry registry = new ActionRegistry();
        TelephoneActions.register(registry);
        AppointmentActions.register(registry, desk);
        WarmTransferActions.register(registry, transfers);
        for (ActionConfig action : config.actions().values()) {
            Carried by = carried.apply(action);
            registry.register("actions." + action.name(), by.definition(), by.handler(), problems);
        }
        Set<String> names = new HashSet<>(registry.names());
        config.mcp().values().forEach(server -> tools(server, names, problems));
        if (problems.none()) {
            config.agents().forEach(agent -> names(agent, names, problems));
        }
        problems.throwIfAny(source);
        return registry;
    }

    private static Carried plugin(ActionConfig action, ActionPlugin.Engine engine) {
        String description = action.description().isBlank() ? engine.description() : action.description();
        return new Carried(definition(action, description, engine.parameters()), engine);
    }

    private static ActionDefinition definition(
            ActionConfig action, String description, Map<String, Object> parameters) {
        return new ActionDefinition(
                action.name(),
                description,
                parameters,
                action.afterSpeech(),
                action.followUp(),
                Math.toIntExact(action.timeout().toMillis()) + LANE_GRACE_MS);
    }

    private static ActionHandler webhook(ActionConfig action, WebhookTransport transport) {
        return new WebhookAction(
                new WebhookSettings(
                        action.name(),
                        action.url(),
                        action.timeout(),
                        action.retries(),
                        action.secret().map(Secret::value),
                        action.maxConcurrent(),
                        action.maxResponseBytes()),
                transport);
    }

    /** The tools themselves are registered as the server lists them. */
    private static void tools(McpConfig server, Set<String> names, Problems problems) {
        for (String action : server.actions()) {
            if (!names.add(action)) {
                problems.add(
                        "mcp." + server.name() + ".allow",
                        "another action has the name '" + action + "'",
                        "give the server another name");
            }
        }
        if (names.contains(server.name())) {
            problems.add(
                    "mcp." + server.name(), "an action has the name '" + server.name() + "'", "give it another name");
        }
    }

    private static void names(AgentConfig agent, Set<String> names, Problems problems) {
        for (String name : agent.actions()) {
            if (!names.contains(name)) {
                problems.add(
                        "agents." + agent.name() + ".actions",
                        "'" + name + "' is no action",
                        Nearest.to(name, names)
                                .map(near -> "did you mean " + near + "?")
                                .orElse("define it under actions"));
            }
        }
    }

    /** Stands in where no action is carried out. */
    private static final class NoHandler implements ActionHandler {
        @Override
        public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
            answer.accept(ActionRegistry.notRegistered(call));
        }

        @Override
        public void cancel(CallContext context, String invocationId) {
            // Nothing was begun.
        }
    }
}
