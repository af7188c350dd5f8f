package io.sidetone.tools.chat;

import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import java.util.List;
import java.util.function.Consumer;

/** The actions of an agent, whose answers are shown. Thread-safe. */
record ShownActions(ActionInvoker actions, ChatScreen screen) implements ActionInvoker {
    @Override
    public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        actions.invoke(context, call, result -> {
            screen.brought(call, result);
            answer.accept(result);
        });
    }

    @Override
    public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        actions.check(context, call, answer);
    }

    @Override
    public ActionCall onTerms(ActionCall call) {
        return actions.onTerms(call);
    }

    @Override
    public List<ActionDefinition> definitions() {
        return actions.definitions();
    }

    @Override
    public void cancel(CallContext context, String invocationId) {
        actions.cancel(context, invocationId);
    }
}
