package io.sidetone.transport.vip.action;

import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.function.Consumer;

/** The way from an action that may be carried out to the client that does it. Any thread; never blocks. */
public interface ClientLink {
    /** Asks the client to carry {@code call} out; {@code answer} is called once, on any thread. */
    void invoke(ActionCall call, Consumer<ActionResult> answer);

    /** Informs the client that the result is no longer needed. */
    void cancel(String invocationId);
}
