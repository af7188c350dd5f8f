package io.sidetone.transport.vela;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.Caption;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.transport.stream.LaneBridge;
import java.util.concurrent.Executor;

/**
 * Hands what a lane publishes of a call to the session, on its event loop and in order.
 */
final class VelaEvents implements CallObserver {
    /** Who is told, on its event loop. */
    interface Told {
        void opened(CallRecord call);

        void moved(FloorTransition move);

        void partial(long token, String text);

        void transcript(long token, String text);

        void responseText(long token, String piece);

        void responseDone(long token, boolean interrupted, String heard);

        void caption(Caption caption);

        void yielding(boolean on);

        void acting(long token, ActionCall action);

        void acted(ActionOutcome outcome);

        void problem(String code, String message, boolean retryable);

        /** The lane told more than could be kept: nothing is sure any more. */
        void overflowed();
    }

    private final LaneBridge bridge;
    private final Told told;

    VelaEvents(Executor loop, Told told) {
        this.bridge = new LaneBridge(loop, told::overflowed);
        this.told = told;
    }

    /** Tells everything that waits. Event loop; also before audio is sent, so that no turn is heard before it is told. */
    void drain() {
        bridge.drain();
    }

    @Override
    public void opened(CallRecord call) {
        bridge.post(() -> told.opened(call));
    }

    @Override
    public void moved(CallRecord call, FloorTransition transition) {
        bridge.post(() -> told.moved(transition));
    }

    @Override
    public void refused(CallRecord call, FloorState state, FloorTrigger trigger, String message) {
        switch (trigger) {
            case INPUT_START, INPUT_END, INPUT_CANCEL, INPUT_TIMEOUT, BARGE_IN ->
                bridge.post(() -> told.problem("not_allowed", message, false));
            default -> {}
        }
    }

    @Override
    public void yielding(CallRecord call, boolean on) {
        bridge.post(() -> told.yielding(on));
    }

    @Override
    public void partial(CallRecord call, long token, String text) {
        bridge.post(() -> told.partial(token, text));
    }

    @Override
    public void transcript(CallRecord call, long token, String text) {
        bridge.post(() -> told.transcript(token, text));
    }

    @Override
    public void responseText(CallRecord call, long token, String piece) {
        bridge.post(() -> told.responseText(token, piece));
    }

    @Override
    public void responseDone(CallRecord call, long token, boolean interrupted, String heard) {
        bridge.post(() -> told.responseDone(token, interrupted, heard));
    }

    @Override
    public void caption(CallRecord call, Caption caption) {
        bridge.post(() -> told.caption(caption));
    }

    @Override
    public void acting(CallRecord call, long token, ActionCall action) {
        bridge.post(() -> told.acting(token, action));
    }

    @Override
    public void acted(CallRecord call, ActionOutcome outcome) {
        bridge.post(() -> told.acted(outcome));
    }

    @Override
    public void problem(CallRecord call, String code, String message, boolean retryable) {
        bridge.post(() -> told.problem(code, message, retryable));
    }

    @Override
    public void ended(CallRecord call) {}
}
