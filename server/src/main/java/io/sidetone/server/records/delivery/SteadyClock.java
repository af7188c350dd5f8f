package io.sidetone.server.records.delivery;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Clock for what removes old things: it tells how far the wall time may be believed. Machines without a battery start years ahead, and a
 * jump would empty everything. Thread-safe.
 */
public final class SteadyClock {
    /** Nothing is removed before. */
    static final long FIRST_NS = Duration.ofMinutes(10).toNanos();

    /** From here on whatever is too old goes, also when that is most of all. */
    static final long SURE_NS = Duration.ofDays(1).toNanos();

    /** Time servers correct smaller differences all the time. */
    private static final long JUMP_MS = 60_000;

    private static final long NS_PER_MS = 1_000_000;

    private final LongSupplier wallMs;
    private final LongSupplier nanoTime;
    private long sinceNs;
    private long offsetMs;

    /**
     * Begins with doubt.
     *
     * @param wallMs ms since 1970
     * @param nanoTime monotonic, ns
     */
    public SteadyClock(LongSupplier wallMs, LongSupplier nanoTime) {
        this.wallMs = wallMs;
        this.nanoTime = nanoTime;
        this.sinceNs = nanoTime.getAsLong();
        this.offsetMs = wallMs.getAsLong() - sinceNs / NS_PER_MS;
    }

    /** Returns the wall time, ms since 1970. */
    public long wallMs() {
        return wallMs.getAsLong();
    }

    /** Returns whether {@code old} of {@code all} may be removed now because they are too old. */
    public synchronized boolean mayRemove(long old, long all) {
        long nowNs = nanoTime.getAsLong();
        long nowMs = wallMs.getAsLong() - nowNs / NS_PER_MS;
        if (Math.abs(nowMs - offsetMs) > JUMP_MS) {
            sinceNs = nowNs;
        }
        offsetMs = nowMs;
        long steadyNs = nowNs - sinceNs;
        return steadyNs >= SURE_NS || steadyNs >= FIRST_NS && 2 * old <= all;
    }
}
