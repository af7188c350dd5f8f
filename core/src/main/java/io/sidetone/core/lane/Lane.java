package io.sidetone.core.lane;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import io.sidetone.core.metrics.DurationRecorder;
import io.sidetone.core.metrics.LaneMetrics;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One lane: a Disruptor ring and the thread that is the single writer of every call on it. */
final class Lane implements Pace.Paced {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
    private static final long STOP_LIMIT_S = 5;

    private final int number;
    private final CallTable table;
    private final Disruptor<LaneEvent> disruptor;
    private final RingBuffer<LaneEvent> ring;
    private final LaneHandler handler;
    private final LaneWait waiting;
    private final Pace pace;
    private final LongAdder refused = new LongAdder();
    private final LongAdder pending = new LongAdder();
    private long ticksRefused;

    Lane(int number, LaneSettings settings, CallTable table, LaneCall.Factory factory, NanoClock clock) {
        this.number = number;
        this.table = table;
        this.waiting = new LaneWait(settings.waitKind(), clock);
        this.pace = new Pace(this);
        waiting.keep(pace);
        this.disruptor = new Disruptor<>(
                LaneEvent::new,
                settings.ringSize(),
                task -> {
                    Thread thread = new Thread(task, "lane-" + number);
                    thread.setDaemon(true);
                    return thread;
                },
                ProducerType.MULTI,
                waiting);
        this.ring = disruptor.getRingBuffer();
        this.handler = new LaneHandler(
                number, settings.lanes(), table, factory, clock, new RingAhead(ring, waiting::takeUrgent));
        handler.metrics()
                .slowHandlers
                .watch("lane-" + number, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
        disruptor.handleEventsWith(handler);
        disruptor.setDefaultExceptionHandler(new FaultLog());
    }

    void start() {
        disruptor.start();
    }

    void stop() {
        try {
            disruptor.shutdown(STOP_LIMIT_S, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            LOG.warn("Lane {} did not drain its ring in {} s", number, STOP_LIMIT_S);
            disruptor.halt();
        }
    }

    LanePublisher publisher(long handle) {
        return new LanePublisher(ring, waiting, handle, refused, pending);
    }

    @Override
    public boolean atWork() {
        return handler.calls() > 0 || pending.sum() > 0;
    }

    /** Publishes a tick; a full ring makes the tick coalesce with the next, whose deadline shows how late it is. Lane thread. */
    @Override
    public void tick(long number5ms, long deadlineNs, long nowNs) {
        flushPending();
        long sequence;
        try {
            sequence = ring.tryNext();
        } catch (InsufficientCapacityException full) {
            ticksRefused++;
            return;
        }
        LaneEvent event = ring.get(sequence);
        event.type = LaneEventType.TICK;
        event.a = number5ms;
        event.b = deadlineNs;
        event.nowNs = nowNs;
        ring.publish(sequence);
    }

    private void flushPending() {
        if (pending.sum() == 0) {
            return;
        }
        for (int index = number; index < table.capacity(); index++) {
            Admission admission = table.admission(index);
            if (admission != null && admission.lane() == number) {
                admission.publisher().flush();
            }
        }
    }

    LaneHandler handler() {
        return handler;
    }

    LaneMetrics metrics() {
        return handler.metrics();
    }

    /** Returns how late its ticks were published. */
    DurationRecorder tickLateness() {
        return pace.lateness();
    }

    long refused() {
        return refused.sum() + ticksRefused;
    }

    private static final class FaultLog implements com.lmax.disruptor.ExceptionHandler<LaneEvent> {
        @Override
        public void handleEventException(Throwable error, long sequence, LaneEvent event) {
            LOG.error("Lane event {} at {} failed outside its call", event.type(), sequence, error);
        }

        @Override
        public void handleOnStartException(Throwable error) {
            LOG.error("A lane failed to start", error);
        }

        @Override
        public void handleOnShutdownException(Throwable error) {
            LOG.error("A lane failed to stop", error);
        }
    }
}
