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
    /** The listener, called on its event loop. */
    interface Sink {
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

        /** The lane reported more than could be kept: nothing is sure any more. */
        void overflowed();
    }

    private final LaneBridge bridge;
    private final Sink sink;

    VelaEvents(Executor loop, Sink sink) {
        this.bridge = new LaneBridge(loop, sink::overflowed);
        this.sink = sink;
    }

    /** Reports everything that waits. Event loop; also before audio is sent, so that no turn is heard before it is reported. */
    void drain() {
        bridge.drain();
    }

    @Override
    public void opened(CallRecord call) {
        bridge.post(() -> sink.opened(call));
    }

    @Override
    public void moved(CallRecord call, FloorTransition transition) {
        bridge.post(() -> sink.moved(transition));
    }

    @Override
    public void refused(CallRecord call, FloorState state, FloorTrigger trigger, String message) {
        switch (trigger) {
            case INPUT_START, INPUT_END, INPUT_CANCEL, INPUT_TIMEOUT, BARGE_IN ->
                bridge.post(() -> sink.problem("not_allowed", message, false));
            default -> {}
        }
    }

    @Override
    public void yielding(CallRecord call, boolean on) {
        bridge.post(() -> sink.yielding(on));
    }

    @Override
    public void partial(CallRecord call, long token, String text) {
        bridge.post(() -> sink.partial(token, text));
    }

    @Override
    public void transcript(CallRecord call, long token, String text) {
        bridge.post(() -> sink.transcript(token, text));
    }

    @Override
    public void responseText(CallRecord call, long token, String piece) {
        bridge.post(() -> sink.responseText(token, piece));
    }

    @Override
    public void responseDone(CallRecord call, long token, boolean interrupted, String heard) {
        bridge.post(() -> sink.responseDone(token, interrupted, heard));
    }

    @Override
    public void caption(CallRecord call, Caption caption) {
        bridge.post(() -> sink.caption(caption));
    }

    @Override
    public void acting(CallRecord call, long token, ActionCall action) {
        bridge.post(() -> sink.acting(token, action));
    }

    @Override
    public void acted(CallRecord call, ActionOutcome outcome) {
        bridge.post(() -> sink.acted(outcome));
    }

    @Override
    public void problem(CallRecord call, String code, String message, boolean retryable) {
        bridge.post(() -> sink.problem(code, message, retryable));
    }
}
