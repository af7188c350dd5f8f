package io.sidetone.server.actions;

import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.agent.HandOverConfig;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Actions that one agent may do, of all that is registered, and to whom it may transfer its callers. Thread-safe. */
public final class AllowedActions implements ActionInvoker {
    private final Set<String> names;
    private final Set<String> withheld;
    private final TransferTargets targets;
    private final HandOverTargets successors;
    private final ActionInvoker registered;

    private AllowedActions(
            Set<String> names,
            Set<String> withheld,
            TransferTargets targets,
            HandOverTargets successors,
            ActionInvoker registered) {
        this.names = names;
        this.withheld = withheld;
        this.targets = targets;
        this.successors = successors;
        this.registered = registered;
    }

    /**
     * Returns the part of {@code registered} that an agent may use.
     *
     * @param names of its actions; empty for every one
     * @param transferTo to whom it may transfer: exact, with wildcards, or {@code any}; empty for none
     */
    public static ActionInvoker of(List<String> names, List<String> transferTo, ActionInvoker registered) {
        return new AllowedActions(
                Set.copyOf(names),
                Set.of(),
                new TransferTargets(transferTo),
                new HandOverTargets(HandOverConfig.NONE),
                registered);
    }

    /** Returns the part of {@code registered} that {@code agent} may use; {@code agents} are all there are. */
    public static ActionInvoker of(AgentConfig agent, List<AgentConfig> agents, ActionInvoker registered) {
        return new AllowedActions(
                Set.copyOf(agent.actions()),
                withheld(agent, agents),
                new TransferTargets(agent.transferTo()),
                new HandOverTargets(agent.handOver()),
                registered);
    }

    /** Warm transfers take two agents: one that has somebody ask, and one that asks. Where nothing is kept, nothing is paused. */
    private static Set<String> withheld(AgentConfig agent, List<AgentConfig> agents) {
        Set<String> withheld = new HashSet<>();
        if (agent.warmTransferAgent().isEmpty()) {
            withheld.add(WarmTransferActions.WARM_TRANSFER);
        }
        boolean asks = agents.stream()
                .anyMatch(each ->
                        each.warmTransferAgent().filter(agent.name()::equals).isPresent());
        if (!asks) {
            withheld.add(WarmTransferActions.CONNECT);
            withheld.add(WarmTransferActions.DECLINE);
        }
        if (!agent.recording().on() && !agent.journal()) {
            withheld.add(ActionCall.PAUSE_RECORDING);
            withheld.add(ActionCall.RESUME_RECORDING);
        }
        return withheld;
    }

    /** Returns whether the agent may call it. A hand-over is allowed by the agent's hand-over alone, as rules do it too. */
    private boolean allowed(String action) {
        if (action.equals(ActionCall.HAND_OVER)) {
            return !successors.none();
        }
        return !withheld.contains(action) && (names.isEmpty() || names.contains(action));
    }

    private Optional<ActionResult> refusal(ActionCall call) {
        return allowed(call.action())
                ? targets.refusal(call).or(() -> successors.refusal(call))
                : Optional.of(ActionRegistry.notRegistered(call));
    }

    @Override
    public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        refusal(call).ifPresentOrElse(answer, () -> registered.invoke(context, call, answer));
    }

    @Override
    public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        refusal(call).ifPresentOrElse(answer, () -> registered.check(context, call, answer));
    }

    @Override
    public ActionCall onTerms(ActionCall call) {
        return registered.onTerms(call);
    }

    @Override
    public List<ActionDefinition> definitions() {
        return registered.definitions().stream()
                .filter(definition -> allowed(definition.name()))
                .filter(definition -> !targets.none() || !callsSomebody(definition))
                .filter(definition -> successors.offers() || !definition.name().equals(ActionCall.HAND_OVER))
                .map(this::withTargets)
                .map(AllowedActions::withoutHeaders)
                .toList();
    }

    private static boolean callsSomebody(ActionDefinition definition) {
        return definition.name().equals(ActionCall.TRANSFER)
                || definition.name().equals(WarmTransferActions.WARM_TRANSFER);
    }

    /** A model has no use for SIP headers, and some services refuse a schema with names of its own. */
    private static ActionDefinition withoutHeaders(ActionDefinition definition) {
        boolean telephone = definition.name().equals(ActionCall.HANG_UP)
                || definition.name().equals(ActionCall.TRANSFER);
        if (!telephone || !(definition.parameters().get("properties") instanceof Map<?, ?> all)) {
            return definition;
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        all.forEach((name, schema) -> properties.put(String.valueOf(name), schema));
        properties.remove(TelephoneActions.HEADERS);
        return definition.withProperties(properties);
    }

    /** A model that knows whom it may connect to need not guess. */
    private ActionDefinition withTargets(ActionDefinition definition) {
        if (definition.name().equals(ActionCall.HAND_OVER)) {
            return successors.named(definition);
        }
        if (targets.any() || !callsSomebody(definition)) {
            return definition;
        }
        return definition.describedAs(definition.description() + " To one of: " + targets.list() + ".");
    }

    @Override
    public void cancel(CallContext context, String invocationId) {
        registered.cancel(context, invocationId);
    }
}
