package io.sidetone.core.lane;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import io.sidetone.core.metrics.LaneMetrics;
import java.util.concurrent.atomic.LongAdder;
import org.agrona.concurrent.NanoClock;

/**
 * One lane without a thread: the real ring and handler, stepped by its holder, with the time that the holder gives. For
 * measuring one step, and for running recorded calls again.
 *
 * <p>Producers may publish from any thread; {@link #tick} and {@link #handleAll} belong to one thread, which is the lane
 * thread then. A step allocates nothing of its own.
 */
public final class SteppedLane {
    private final CallTable table;
    private final RingBuffer<LaneEvent> ring;
    private final EventPoller<LaneEvent> poller;
    private final LaneHandler handler;
    private final EventPoller.Handler<LaneEvent> step;
    private final LongAdder refused = new LongAdder();
    private final LongAdder pending = new LongAdder();
    private long ticks;

    /**
     * Creates a lane.
     *
     * @param ringSize slots, a power of two
     * @param maxCalls calls that fit
     * @param factory makes the calls
     * @param clock read where the lane with a thread reads its clock: for durations, and for the time of engine events
     */
    public SteppedLane(int ringSize, int maxCalls, LaneCall.Factory factory, NanoClock clock) {
        table = new CallTable(maxCalls, 1);
        // Nobody waits for events: to publish one must not take the lock that a waiting thread needs.
        ring = RingBuffer.createMultiProducer(LaneEvent::new, ringSize, new YieldingWaitStrategy());
        poller = ring.newPoller();
        ring.addGatingSequences(poller.getSequence());
        handler = new LaneHandler(0, 1, table, factory, clock, RingAhead.NONE);
        step = (event, sequence, endOfBatch) -> {
            handler.onEvent(event, sequence, endOfBatch);
            return true;
        };
    }

    /** Claims a slot for a call; null when all are taken. */
    public Admission claim() {
        return table.claim(handle -> new LanePublisher(ring, LaneWake.NONE, handle, refused, pending));
    }

    /** Creates a ring for the frames of this lane's calls; nothing is woken, its owner looks for itself. */
    public EgressRing egressRing(int frames) {
        EgressRing egress = new EgressRing(frames, () -> {});
        handler.register(egress);
        return egress;
    }

    /**
     * Handles everything published so far and then the next 5 ms tick; every fourth tick serves the same calls.
     *
     * @param deadlineNs when the tick was due
     * @param nowNs when it comes
     */
    public void tick(long deadlineNs, long nowNs) {
        handleAll();
        long sequence = ring.next();
        LaneEvent event = ring.get(sequence);
        event.type = LaneEventType.TICK;
        event.a = ticks++;
        event.b = deadlineNs;
        event.nowNs = nowNs;
        ring.publish(sequence);
        handleAll();
    }

    /** Handles everything published so far, and what that publishes in turn. */
    public void handleAll() {
        try {
            EventPoller.PollState state;
            do {
                state = poller.poll(step);
            } while (state == EventPoller.PollState.PROCESSING);
        } catch (Exception e) {
            throw new IllegalStateException("the lane's handler let an exception through", e);
        }
    }

    /** Returns what the lane counts. */
    public LaneMetrics metrics() {
        return handler.metrics();
    }

    /** Ring offers refused. */
    public long ringRefused() {
        return refused.sum();
    }
}
