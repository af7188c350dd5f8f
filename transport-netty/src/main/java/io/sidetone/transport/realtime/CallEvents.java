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
import io.sidetone.transport.stream.LaneBridge;

/** Hands what the lane publishes of one call to the session, on its event loop and in order. */
final class CallEvents implements CallObserver {
    private static final String PENDING = "pendingTurn";

    private final LaneBridge bridge;
    private final RealtimeCall call;

    CallEvents(LaneBridge bridge, RealtimeCall call) {
        this.bridge = bridge;
        this.call = call;
    }

    @Override
    public void opened(CallRecord record) {
        TurnPolicy policy = record.setup().terms().policy();
        bridge.post(() -> call.opened(policy, record.usage()));
    }

    @Override
    public void moved(CallRecord record, FloorTransition transition) {
        bridge.post(() -> call.moved(transition));
    }

    @Override
    public void refused(CallRecord record, FloorState state, FloorTrigger trigger, String message) {
        bridge.post(() -> call.refused(trigger));
    }

    @Override
    public void partial(CallRecord record, long token, String text) {
        bridge.post(() -> call.partial(text));
    }

    @Override
    public void transcript(CallRecord record, long token, String text) {
        bridge.post(() -> call.transcript(token, text));
    }

    @Override
    public void granted(CallRecord record, long token) {
        bridge.post(() -> call.granted(token));
    }

    @Override
    public void dropped(CallRecord record, long token, boolean cancelled) {
        bridge.post(() -> call.dropped(token, cancelled));
    }

    @Override
    public void responseText(CallRecord record, long token, String piece) {
        bridge.post(() -> call.text(token, piece));
    }

    @Override
    public void responseDone(CallRecord record, long token, boolean interrupted, String heard) {
        bridge.post(() -> call.over(token, interrupted));
    }

    @Override
    public void turnEvent(CallRecord record, TurnEvent event) {
        if ("speech".equals(event.diagnostics().get(PENDING))) {
            bridge.post(call::kept);
        }
    }

    @Override
    public void acting(CallRecord record, long token, ActionCall action) {
        bridge.post(() -> call.acting(token, action));
    }

    @Override
    public void acted(CallRecord record, ActionOutcome outcome) {
        bridge.post(() -> call.acted(outcome.invocationId()));
    }

    @Override
    public void problem(CallRecord record, String code, String message, boolean retryable) {
        bridge.post(() -> call.problem(code, message));
    }
}
