package io.sidetone.server.actions;

import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out {@link AppointmentActions}: books a day and time, notes a request to be called back. Kept in memory and
 * logged; a business connects its own calendar by actions of its own. Thread-safe.
 */
public final class AppointmentDesk implements ActionHandler {
    /** Entries kept; the oldest go first. */
    static final int CAPACITY = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(AppointmentDesk.class);

    private final Deque<Entry> entries = new ArrayDeque<>();

    /**
     * One booking or request.
     *
     * @param callId the call it was made in
     * @param action what was asked for
     * @param from the caller
     * @param parameters as the dialogue gave them
     */
    public record Entry(String callId, String action, String from, Map<String, Object> parameters) {}

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
        Entry entry = new Entry(
                context.callId(),
                call.action(),
                context.from(),
                Collections.unmodifiableMap(new LinkedHashMap<>(call.parameters())));
        synchronized (entries) {
            if (entries.size() == CAPACITY) {
                entries.removeFirst();
            }
            entries.add(entry);
        }
        LOG.info("{} {} {}", entry.callId(), entry.action(), entry.parameters());
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
