package io.sidetone.transport.vip;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.Caption;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.transport.stream.LaneBridge;

/** What the lane reports of a session's call, handed over to the connection's event loop in the lane's order. */
final class VipCallEvents implements CallObserver {
    private final LaneBridge bridge;
    private final VipCall session;
    private final String model;

    /** Watches for {@code session}, whose agent thinks with {@code model}. */
    VipCallEvents(LaneBridge bridge, VipCall session, String model) {
        this.bridge = bridge;
        this.session = session;
        this.model = model;
    }

    @Override
    public void opened(CallRecord call) {
        String agent = call.setup().who().agent();
        bridge.post(() -> session.opened(agent, model));
    }

    @Override
    public void moved(CallRecord call, FloorTransition transition) {
        bridge.post(() -> session.moved(transition));
    }

    @Override
    public void refused(CallRecord call, FloorState state, FloorTrigger trigger, String message) {
        bridge.post(() -> session.refused(trigger));
    }

    @Override
    public void yielding(CallRecord call, boolean on) {
        if (on) {
            bridge.post(session::yielding);
        }
    }

    @Override
    public void partial(CallRecord call, long token, String text) {
        bridge.post(() -> session.transcript(false, text));
    }

    @Override
    public void transcript(CallRecord call, long token, String text) {
        bridge.post(() -> session.transcript(true, text));
    }

    @Override
    public void responseText(CallRecord call, long token, String piece) {
        bridge.post(() -> session.text(token, piece));
    }

    @Override
    public void responseDone(CallRecord call, long token, boolean interrupted, String heard) {
        bridge.post(() -> session.done(token, interrupted, heard));
    }

    @Override
    public void caption(CallRecord call, Caption caption) {
        bridge.post(() -> session.caption(caption));
    }

    @Override
    public void acting(CallRecord call, long token, ActionCall action) {
        bridge.post(() -> session.acting(action));
    }

    @Override
    public void narrated(CallRecord call, boolean applied) {
        bridge.post(() -> session.narrated(applied));
    }

    @Override
    public void problem(CallRecord call, String code, String message, boolean retryable) {
        bridge.post(() -> session.problem(code, message, retryable));
    }

    @Override
    public void ended(CallRecord call) {
        bridge.post(() -> session.hangUp(call.endCause()));
    }
}
