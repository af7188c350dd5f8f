package io.sidetone.transport.stream;

import io.sidetone.core.call.CallObserver;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.atomic.MpscChunkedAtomicArrayQueue;

/**
 * Hands what a lane publishes of one call to the event loop of the call's client, in order. The lane never waits: when the
 * loop stands still and the queue is full, further events are lost and the session is notified once, so that it can end.
 */
public final class LaneBridge {
    /** Events that may wait for the loop. */
    public static final int CAPACITY = 2_048;

    private static final int CHUNK = 16;

    private final MpscChunkedAtomicArrayQueue<Runnable> queue = new MpscChunkedAtomicArrayQueue<>(CHUNK, CAPACITY);
    private final AtomicBoolean woken = new AtomicBoolean();
    private final Runnable drain = this::drain;
    private final Executor loop;
    private final Runnable overflow;
    private volatile boolean overflowed;
    private boolean notified;

    /**
     * Creates a bridge for one call.
     *
     * @param loop runs what is posted; one thread
     * @param overflow runs on {@code loop}, once, after the events that found room, when one found none
     */
    public LaneBridge(Executor loop, Runnable overflow) {
        this.loop = loop;
        this.overflow = overflow;
    }

    /** Returns an observer that has {@code client} see the same on the loop. */
    public CallObserver observer(CallObserver client) {
        return (call, event) -> post(() -> client.on(call, event));
    }

    /** Runs {@code event} on the loop, after all events that were posted before it. Any thread; never blocks. */
    void post(Runnable event) {
        if (!queue.offer(event)) {
            overflowed = true;
        }
        if (woken.compareAndSet(false, true)) {
            try {
                loop.execute(drain);
            } catch (RejectedExecutionException stopped) {
                overflowed = true;
            }
        }
    }

    /** Runs all events that wait. Event loop only; a dialect calls this before it sends what must come after them. */
    public void drain() {
        woken.set(false);
        for (Runnable event = queue.relaxedPoll(); event != null; event = queue.relaxedPoll()) {
            event.run();
        }
        if (overflowed && !notified) {
            notified = true;
            overflow.run();
        }
    }
}
