package io.sidetone.core.port;

import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import java.util.List;
import java.util.function.Consumer;

/** The actions that a call may ask for: says what there is, on which terms, and has it carried out. */
public interface ActionInvoker extends ActionHandler {
    /**
     * Starts {@code call} if it is registered and its parameters are valid; {@code answer} is called once, on any thread.
     * For a {@linkplain ActionCall#telephone telephone action} success means only that the lane may carry it out.
     */
    @Override
    void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer);

    /** Says, without carrying it out, whether {@code call} could start now: success, or the failure it would have. */
    void check(CallContext context, ActionCall call, Consumer<ActionResult> answer);

    /** Returns {@code call} on the terms it is registered with: after speech, follow-up, deadline. Quick; any thread. */
    ActionCall onTerms(ActionCall call);

    /** Returns what may be asked for, for models that are given a list. */
    List<ActionDefinition> definitions();

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

            @Override
            public ActionCall onTerms(ActionCall call) {
                return call;
            }

            @Override
            public List<ActionDefinition> definitions() {
                return List.of();
            }

            private ActionResult refused(ActionCall call) {
                return ActionResult.failure(
                        call.invocationId(),
                        ActionResult.NOT_REGISTERED,
                        "no action is registered, so '" + call.action() + "' is not");
            }
        };
    }
}
