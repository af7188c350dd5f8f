package io.sidetone.transport.rtp.stats;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One value per {@link RtpCounter}, for one call or for one event loop.
 *
 * <p>Written by one event loop (plain read, released write, no lock prefix), read by any thread. A call's counters pass
 * every count on to those of their loop, so that totals survive the call.
 */
public final class RtpCounters {
    private static final VarHandle VALUES = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int SIZE = RtpCounter.values().length;

    private final long[] values = new long[SIZE];
    private final RtpCounters total;

    /** Creates counters without a total: those of a loop. */
    public RtpCounters() {
        this(null);
    }

    /** Creates counters that also count into {@code total}, which the same event loop writes; null for none. */
    public RtpCounters(RtpCounters total) {
        this.total = total;
    }

    /** Counts one. Event loop only. */
    public void increment(RtpCounter counter) {
        add(counter, 1);
    }

    /** Counts {@code amount}. Event loop only. */
    public void add(RtpCounter counter, long amount) {
        int index = counter.ordinal();
        VALUES.setRelease(values, index, values[index] + amount);
        if (total != null) {
            total.add(counter, amount);
        }
    }

    /** Returns a count. Any thread. */
    public long value(RtpCounter counter) {
        return (long) VALUES.getAcquire(values, counter.ordinal());
    }
}
