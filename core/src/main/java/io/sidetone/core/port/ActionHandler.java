package io.sidetone.core.port;

import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.function.Consumer;

/** Carries out actions off the lane. Thread-safe; never blocks. */
public interface ActionHandler {
    /** Starts {@code call}; {@code answer} is called once, on any thread. */
    void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer);

    /** Tries to stop a running action; its answer may still come. */
    void cancel(CallContext context, String invocationId);
}
