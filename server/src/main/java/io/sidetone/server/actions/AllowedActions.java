package io.sidetone.server.actions;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionInvoker;
import io.sidetone.core.port.action.ActionResult;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The actions one agent may use, of all that are registered. Thread-safe. */
public final class AllowedActions implements ActionInvoker {
    private final Set<String> allowed;
    private final ActionInvoker registered;

    private AllowedActions(Set<String> allowed, ActionInvoker registered) {
        this.allowed = allowed;
        this.registered = registered;
    }

    /** Returns {@code registered} itself when {@code names} is empty, else only the actions it names. */
    public static ActionInvoker of(List<String> names, ActionInvoker registered) {
        return names.isEmpty() ? registered : new AllowedActions(Set.copyOf(names), registered);
    }

    @Override
    public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        if (allowed.contains(call.action())) {
            registered.invoke(context, call, answer);
        } else {
            answer.accept(ActionRegistry.notRegistered(call));
        }
    }

    @Override
    public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        if (allowed.contains(call.action())) {
            registered.check(context, call, answer);
        } else {
            answer.accept(ActionRegistry.notRegistered(call));
        }
    }

    @Override
    public ActionCall onTerms(ActionCall call) {
        return registered.onTerms(call);
    }

    @Override
    public List<ActionDefinition> definitions() {
        return registered.definitions().stream()
                .filter(definition -> allowed.contains(definition.name()))
                .toList();
    }

    @Override
    public void cancel(CallContext context, String invocationId) {
        registered.cancel(context, invocationId);
    }
}
