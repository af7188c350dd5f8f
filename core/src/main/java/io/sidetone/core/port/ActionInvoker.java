package io.sidetone.core.port;

import java.util.function.Consumer;

/** Carries out registered actions off the lane. Thread-safe; never blocks. */
public interface ActionInvoker {
    /** Starts {@code call}; {@code answer} is called once, on any thread. */
    void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer);

    /** Tries to stop a running action; its answer may still come. */
    void cancel(CallContext context, String invocationId);

    /** An invoker that knows no action. */
    static ActionInvoker none() {
        return new ActionInvoker() {
            @Override
            public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
                answer.accept(new ActionResult(call.invocationId(), false, "not_registered", java.util.Map.of()));
            }

            @Override
            public void cancel(CallContext context, String invocationId) {}
        };
    }
}
