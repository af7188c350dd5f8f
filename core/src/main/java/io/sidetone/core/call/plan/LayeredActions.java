package io.sidetone.core.call.plan;

import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Actions that the dialogue of one call may invoke: the actions of that call alone, as they stand at that moment, and beside them the
 * agent's own. Of two with the same name it is the call's. Thread-safe where both are.
 */
public final class LayeredActions implements ActionInvoker {
    private final ActionInvoker call;
    private final ActionInvoker agent;

    /**
     * Joins them.
     *
     * @param call actions of the call alone
     * @param agent those of its agent
     */
    public LayeredActions(ActionInvoker call, ActionInvoker agent) {
        this.call = call;
        this.agent = agent;
    }

    private ActionInvoker of(ActionCall asked) {
        for (ActionDefinition own : call.definitions()) {
            if (own.name().equals(asked.action())) {
                return call;
            }
        }
        return agent;
    }

    @Override
    public void invoke(CallContext context, ActionCall asked, Consumer<ActionResult> answer) {
        of(asked).invoke(context, asked, answer);
    }

    @Override
    public void check(CallContext context, ActionCall asked, Consumer<ActionResult> answer) {
        of(asked).check(context, asked, answer);
    }

    @Override
    public void cancel(CallContext context, String invocationId) {
        call.cancel(context, invocationId);
        agent.cancel(context, invocationId);
    }

    @Override
    public ActionCall onTerms(ActionCall asked) {
        return of(asked).onTerms(asked);
    }

    @Override
    public List<ActionDefinition> definitions() {
        List<ActionDefinition> all = new ArrayList<>(call.definitions());
        all.addAll(agent.definitions());
        return all;
    }
}
