package io.sidetone.bench.lane;

import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Fixed points in time (open loop): late work starts at once, and its lateness counts. One thread.
 *
 * <p>How late the thread itself is woken when it was in time is recorded separately: this control shows whether the
 * machine was quiet.
 */
final class Schedule {
    private final long intervalNs;
    private final Histogram wakeUpLateness = new Histogram(60_000_000_000L, 2);
    private long nextNs;

    Schedule(long intervalNs) {
        this.intervalNs = intervalNs;
        this.nextNs = System.nanoTime() + intervalNs;
    }

    /** Waits for the next point. Returns the time from which the work counts. */
    long await() {
        long dueNs = nextNs;
        nextNs += intervalNs;
        long nowNs = System.nanoTime();
        if (nowNs - dueNs >= 0) {
            return dueNs;
        }
        while (nowNs - dueNs < 0) {
            LockSupport.parkNanos(dueNs - nowNs);
            nowNs = System.nanoTime();
        }
        wakeUpLateness.recordValue(nowNs - dueNs);
        return nowNs;
    }

    /** Drops a backlog that arose during set-up. */
    void restart() {
        nextNs = System.nanoTime() + intervalNs;
    }

    Histogram wakeUpLateness() {
        return wakeUpLateness;
    }
}
