package io.sidetone.core.port;

import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import java.util.List;
import java.util.function.Consumer;

/** Carries out registered actions off the lane. Thread-safe; never blocks. */
public interface ActionInvoker {
    /**
     * Starts {@code call} if it is registered and its parameters are valid; {@code answer} is called once, on any thread.
     * For a {@linkplain ActionCall#telephone telephone action} success means only that the lane may carry it out.
     */
    void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer);

    /** Tries to stop a running action; its answer may still come. */
    void cancel(CallContext context, String invocationId);

    /** Says, without carrying it out, whether {@code call} could start now: success, or the failure it would have. */
    default void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        answer.accept(ActionResult.ok(call.invocationId(), null));
    }

    /** Returns {@code call} on the terms it is registered with: after speech, follow-up, deadline. Quick; any thread. */
    default ActionCall onTerms(ActionCall call) {
        return call;
    }

    /** What may be asked for, for models that are told. */
    default List<ActionDefinition> definitions() {
        return List.of();
    }

    /** An invoker that knows no action. */
    static ActionInvoker none() {
        return new ActionInvoker() {
            @Override
            public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
                answer.accept(refused(call));
            }

            @Override
            public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
                answer.accept(refused(call));
            }

            @Override
            public void cancel(CallContext context, String invocationId) {}

            private ActionResult refused(ActionCall call) {
                return ActionResult.failure(
                        call.invocationId(),
                        ActionResult.NOT_REGISTERED,
                        "no action is registered, so '" + call.action() + "' is not");
            }
        };
    }
}
