package io.sidetone.core.lane;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;

/**
 * Waits until an event or a tick wants the lane, and lets frames wait for one another: a frame wakes a sleeping lane only when no
 * event has woken it for 3 ms. To wake a thread costs a system call and a change of threads, and it finds its caches cold: several
 * times what most frames cost. With hundreds of calls the lane now takes them together, some for each wake-up. Where few calls are,
 * every frame finds the lane rested and wakes it.
 *
 * <p>A tick is no such event. Loops with many calls send what a tick has made, and then read what has come
 * ({@code BatchingIoHandler} in {@code transport}): those frames wake the lane while its caches are warm.
 *
 * <p>The next tick, 5 ms later at most, takes whatever still waits: what the frame leads to is sent no earlier anyway.
 */
final class LaneWait implements WaitStrategy, LaneWake {
    /** Frames wait for one another so long. */
    static final long FRAMES_WAIT_NS = 3_000_000L;

    /** A lane looks for itself so often where nothing wakes it, as when it is to stop and has no calls. */
    private static final long LONGEST_SLEEP_NS = 100_000_000L;

    private final WaitKind kind;
    private final NanoClock clock;
    private final long longestSleepNs;
    private Pace pace;
    private volatile Thread sleeper;
    private volatile long wokenNs;
    private volatile boolean urgent;

    LaneWait(WaitKind kind, NanoClock clock) {
        this(kind, clock, LONGEST_SLEEP_NS);
    }

    LaneWait(WaitKind kind, NanoClock clock, long longestSleepNs) {
        this.kind = kind;
        this.clock = clock;
        this.longestSleepNs = longestSleepNs;
    }

    /** Says whose ticks come due while it waits. Before the lane starts. */
    void keep(Pace laneTime) {
        pace = laneTime;
    }

    @Override
    public long waitFor(long sequence, Sequence cursor, Sequence dependent, SequenceBarrier barrier)
            throws AlertException {
        barrier.checkAlert();
        long idleNs = step();
        long available = dependent.get();
        if (available >= sequence) {
            return available;
        }
        sleeper = kind.sleeps() ? Thread.currentThread() : null;
        try {
            for (available = dependent.get(); available < sequence; available = dependent.get()) {
                kind.idle(this, idleNs);
                // A lane that is to stop has no further tick.
                barrier.checkAlert();
                idleNs = step();
            }
        } finally {
            sleeper = null;
        }
        return available;
    }

    /** Publishes the ticks that are due; returns for how long none is. */
    private long step() {
        return pace.step(clock.nanoTime(), longestSleepNs);
    }

    /** Does nothing: the ring calls it for every event, also for frames. Producers say what is urgent. */
    @Override
    public void signalAllWhenBlocking() {}

    @Override
    public void atOnce(long nowNs) {
        urgent = true;
        now(nowNs);
    }

    @Override
    public void now(long nowNs) {
        if (!kind.sleeps()) {
            return;
        }
        // Written before the sleeper is read, with a fence between that write and this read, so that either side sees
        // the other.
        wokenNs = nowNs;
        Thread asleep = sleeper;
        if (asleep != null) {
            LockSupport.unpark(asleep);
        }
    }

    /** Returns whether an event that may stop the agent was published since the last call. Lane thread. */
    boolean takeUrgent() {
        if (!urgent) {
            return false;
        }
        // Whoever publishes from now on says so again.
        urgent = false;
        return true;
    }

    @Override
    public void soon(long nowNs) {
        Thread asleep = sleeper;
        if (asleep != null && nowNs - wokenNs >= FRAMES_WAIT_NS) {
            wokenNs = nowNs;
            LockSupport.unpark(asleep);
        }
    }
}
