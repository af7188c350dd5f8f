package io.sidetone.transport.vela;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.Caption;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionOutcome;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.MpscChunkedArrayQueue;

/**
 * What a lane tells of a call, handed over to the call's event loop in order. The lane never waits: when the loop stands
 * still and the queue is full, the session is doomed and learns so.
 */
final class VelaEvents implements CallObserver {
    /** Events that may wait for the loop. */
    static final int CAPACITY = 2_048;

    private static final int CHUNK = 16;

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

    private final MpscChunkedArrayQueue<Runnable> queue = new MpscChunkedArrayQueue<>(CHUNK, CAPACITY);
    private final AtomicBoolean woken = new AtomicBoolean();
    private final Runnable drain = this::drain;
    private final Executor loop;
    private final Told told;
    private volatile boolean overflowed;
    private boolean toldOverflow;

    VelaEvents(Executor loop, Told told) {
        this.loop = loop;
        this.told = told;
    }

    private void post(Runnable event) {
        if (!queue.offer(event)) {
            overflowed = true;
        }
        if (woken.compareAndSet(false, true)) {
            try {
                loop.execute(drain);
            } catch (RejectedExecutionException gone) {
                overflowed = true;
            }
        }
    }

    /** Tells everything that waits. Event loop; also before audio is sent, so that no turn is heard before it is told. */
    void drain() {
        woken.set(false);
        for (Runnable event = queue.relaxedPoll(); event != null; event = queue.relaxedPoll()) {
            event.run();
        }
        if (overflowed && !toldOverflow) {
            toldOverflow = true;
            told.overflowed();
        }
    }

    @Override
    public void opened(CallRecord call) {
        post(() -> told.opened(call));
    }

    @Override
    public void moved(CallRecord call, FloorTransition transition) {
        post(() -> told.moved(transition));
    }

    @Override
    public void refused(CallRecord call, FloorState state, FloorTrigger trigger, String message) {
        switch (trigger) {
            case INPUT_START, INPUT_END, INPUT_CANCEL, INPUT_TIMEOUT, BARGE_IN ->
                post(() -> told.problem("not_allowed", message, false));
            default -> {}
        }
    }

    @Override
    public void yielding(CallRecord call, boolean on) {
        post(() -> told.yielding(on));
    }

    @Override
    public void partial(CallRecord call, long token, String text) {
        post(() -> told.partial(token, text));
    }

    @Override
    public void transcript(CallRecord call, long token, String text) {
        post(() -> told.transcript(token, text));
    }

    @Override
    public void responseText(CallRecord call, long token, String piece) {
        post(() -> told.responseText(token, piece));
    }

    @Override
    public void responseDone(CallRecord call, long token, boolean interrupted, String heard) {
        post(() -> told.responseDone(token, interrupted, heard));
    }

    @Override
    public void caption(CallRecord call, Caption caption) {
        post(() -> told.caption(caption));
    }

    @Override
    public void acting(CallRecord call, long token, ActionCall action) {
        post(() -> told.acting(token, action));
    }

    @Override
    public void acted(CallRecord call, ActionOutcome outcome) {
        post(() -> told.acted(outcome));
    }

    @Override
    public void problem(CallRecord call, String code, String message, boolean retryable) {
        post(() -> told.problem(code, message, retryable));
    }

    @Override
    public void ended(CallRecord call) {}
}
