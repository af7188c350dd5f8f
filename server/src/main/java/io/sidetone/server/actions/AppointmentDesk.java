package io.sidetone.server.actions;

import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out {@link AppointmentActions}: books a day and time, notes a request to be called back. Both stand in the log alone; a
 * business connects its own calendar by actions of its own. Thread-safe.
 */
public final class AppointmentDesk implements ActionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(AppointmentDesk.class);

    @Override
    public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        boolean known =
                AppointmentActions.BOOK.equals(call.action()) || AppointmentActions.CALL_BACK.equals(call.action());
        if (!known) {
            answer.accept(ActionRegistry.notRegistered(call));
            return;
        }
        if (AppointmentActions.BOOK.equals(call.action()) && !(present(call, "day") && present(call, "time"))) {
            answer.accept(result(call, false, "invalid_parameters"));
            return;
        }
        LOG.info("{} {} {}", context.callId(), call.action(), call.parameters());
        answer.accept(result(call, true, "ok"));
    }

    private static boolean present(ActionCall call, String name) {
        return call.parameters().get(name) instanceof String text && !text.isBlank();
    }

    private static ActionResult result(ActionCall call, boolean success, String code) {
        return new ActionResult(call.invocationId(), success, code, Map.of());
    }

    @Override
    public void cancel(CallContext context, String invocationId) {
        // Every action here is complete before invoke returns.
    }
}
