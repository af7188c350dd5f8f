package io.sidetone.transport.realtime;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.TurnEvent;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Hands what the lane publishes of one call over to the event loop, in order. */
final class CallEvents implements CallObserver {
    private static final String PENDING = "pendingTurn";

    private final Executor loop;
    private final RealtimeCall call;

    CallEvents(Executor loop, RealtimeCall call) {
        this.loop = loop;
        this.call = call;
    }

    private void tell(Runnable news) {
        try {
            loop.execute(news);
        } catch (RejectedExecutionException ended) {
            // The server stops; nobody is left to be told.
        }
    }

    @Override
    public void opened(CallRecord record) {
        TurnPolicy policy = record.setup().policy();
        tell(() -> call.opened(policy, record.usage()));
    }

    @Override
    public void moved(CallRecord record, FloorTransition transition) {
        tell(() -> call.moved(transition));
    }

    @Override
    public void refused(CallRecord record, FloorState state, FloorTrigger trigger, String message) {
        tell(() -> call.refused(trigger));
    }

    @Override
    public void partial(CallRecord record, long token, String text) {
        tell(() -> call.partial(text));
    }

    @Override
    public void transcript(CallRecord record, long token, String text) {
        tell(() -> call.transcript(token, text));
    }

    @Override
    public void granted(CallRecord record, long token) {
        tell(() -> call.granted(token));
    }

    @Override
    public void dropped(CallRecord record, long token, boolean cancelled) {
        tell(() -> call.dropped(token, cancelled));
    }

    @Override
    public void responseText(CallRecord record, long token, String piece) {
        tell(() -> call.text(token, piece));
    }

    @Override
    public void responseDone(CallRecord record, long token, boolean interrupted, String heard) {
        tell(() -> call.over(token, interrupted));
    }

    @Override
    public void turnEvent(CallRecord record, TurnEvent event) {
        if ("speech".equals(event.diagnostics().get(PENDING))) {
            tell(call::kept);
        }
    }

    @Override
    public void acting(CallRecord record, long token, ActionCall action) {
        tell(() -> call.acting(token, action));
    }

    @Override
    public void acted(CallRecord record, ActionOutcome outcome) {
        tell(() -> call.acted(outcome.invocationId()));
    }

    @Override
    public void problem(CallRecord record, String code, String message, boolean retryable) {
        tell(() -> call.problem(code, message));
    }

    @Override
    public void ended(CallRecord record) {}
}
