package io.sidetone.tools.scenario.engine;

import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.secret.SecretParameters;
import io.sidetone.server.actions.ActionRegistry;
import io.sidetone.tools.scenario.file.ActionStandIn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Every action that the configuration registers, checked as in a real call and carried out by nobody: the scenario gives what they
 * bring. For one call.
 */
public final class StandInActions implements ActionInvoker {
    private final ActionRegistry registry;
    private final List<ActionStandIn> outcomes;
    private final VirtualClock clock;
    private final Consumer<ActionCall> sent;
    private final Map<String, Integer> carriedOut = new HashMap<>();

    /** Creates the actions of {@code registry} with the outcomes of a scenario; {@code sent} takes each as it would leave. */
    public StandInActions(
            ActionRegistry registry, List<ActionStandIn> outcomes, VirtualClock clock, Consumer<ActionCall> sent) {
        this.registry = registry;
        this.outcomes = outcomes;
        this.clock = clock;
        this.sent = sent;
    }

    @Override
    public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        SecretParameters secret = registry.secrets(context, call);
        sent.accept(secret.call());
        Optional<ActionResult> refusal = refusal(secret);
        if (refusal.isPresent()) {
            answer.accept(refusal.get());
            return;
        }
        Optional<ActionStandIn> standIn = call.telephone() || call.handsOver() ? Optional.empty() : next(call.action());
        if (standIn.isEmpty()) {
            answer.accept(ActionResult.ok(call.invocationId(), null));
            return;
        }
        ActionStandIn outcome = standIn.get();
        ActionResult result = new ActionResult(
                call.invocationId(), outcome.success(), outcome.code(), new TreeMap<>(outcome.values()));
        clock.after(outcome.after(), () -> answer.accept(secret.covered(result)));
    }

    private Optional<ActionStandIn> next(String action) {
        List<ActionStandIn> own = new ArrayList<>(outcomes);
        own.removeIf(each -> !each.action().equals(action));
        int done = carriedOut.merge(action, 1, Integer::sum);
        return own.isEmpty() ? Optional.empty() : Optional.of(own.get(Math.min(done, own.size()) - 1));
    }

    /** As {@link ActionHandler#cancel}: its outcome comes all the same, and too late. */
    @Override
    public void cancel(CallContext context, String invocationId) {}

    @Override
    public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        answer.accept(
                refusal(registry.secrets(context, call)).orElseGet(() -> ActionResult.ok(call.invocationId(), null)));
    }

    /** A schema sees true keys, as in a real call. */
    private Optional<ActionResult> refusal(SecretParameters secret) {
        return registry.refusal(secret.call()).map(secret::covered);
    }

    @Override
    public ActionCall onTerms(ActionCall call) {
        return registry.onTerms(call);
    }

    @Override
    public List<ActionDefinition> definitions() {
        return registry.definitions();
    }
}
