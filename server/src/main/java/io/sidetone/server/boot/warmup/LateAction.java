package io.sidetone.server.boot.warmup;

import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import java.util.List;
import java.util.function.Consumer;

/** The action of the warm-up: it does nothing, and has succeeded when it is told so. One thread. */
final class LateAction implements ActionInvoker {
    private Runnable success = () -> {};

    @Override
    public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        success = () -> answer.accept(ActionResult.ok(call.invocationId(), null));
    }

    @Override
    public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        invoke(context, call, answer);
    }

    @Override
    public void cancel(CallContext context, String invocationId) {
        success = () -> {};
    }

    @Override
    public ActionCall onTerms(ActionCall call) {
        return call;
    }

    @Override
    public List<ActionDefinition> definitions() {
        return List.of();
    }

    /** The action that was wanted last has succeeded. */
    void succeed() {
        success.run();
    }
}
