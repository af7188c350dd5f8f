package io.sidetone.core.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.HdrHistogram.Histogram;

/**
 * Durations in nanoseconds, 1 µs … a week at two significant digits: one writing thread, no allocation, any reader.
 *
 * <p>A lane records every event, so there is no lock prefix as HdrHistogram's recorders have: until such an instruction is
 * done, a processor waits for all that was written before, and what calls write is seldom in its caches. The buckets are those of a
 * log-linear histogram: of 64 ns up to 8.2 µs, then 128 of the same width between a power of two and the next.
 */
public final class DurationRecorder {
    static final long LOWEST_NS = 1_000;
    static final long HIGHEST_NS = 604_800_000_000_000L;
    static final int DIGITS = 2;

    /** Bits of the smallest unit, 64 ns. */
    private static final int UNIT_BITS = 6;

    private static final int LINEAR_BITS = 7;
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] counts = new long[bucket(HIGHEST_NS) + 1];

    /** Records a duration; negative ones count as 0, longer ones as a week. Owning thread only. */
    public void record(long durationNs) {
        int bucket = bucket(inRange(durationNs));
        COUNT.setRelease(counts, bucket, counts[bucket] + 1);
    }

    static long inRange(long durationNs) {
        return Math.min(HIGHEST_NS, Math.max(0, durationNs));
    }

    /** Returns an empty histogram of durations. */
    static Histogram histogram() {
        return new Histogram(LOWEST_NS, HIGHEST_NS, DIGITS);
    }

    private static int bucket(long ns) {
        long units = ns >>> UNIT_BITS;
        int shift = Math.max(0, Long.SIZE - LINEAR_BITS - 1 - Long.numberOfLeadingZeros(units | 1));
        return (shift << LINEAR_BITS) + (int) (units >>> shift);
    }

    /** Returns the middle of a bucket. */
    private static long middleNs(int bucket) {
        int shift = Math.max(0, (bucket >>> LINEAR_BITS) - 1);
        long units = bucket - ((long) shift << LINEAR_BITS);
        return (units << shift << UNIT_BITS) + (1L << shift + UNIT_BITS - 1);
    }

    /** Returns a copy of everything recorded so far. Any thread. */
    public Histogram total() {
        Histogram total = histogram();
        for (int bucket = 0; bucket < counts.length; bucket++) {
            long count = (long) COUNT.getAcquire(counts, bucket);
            if (count > 0) {
                total.recordValueWithCount(Math.min(HIGHEST_NS, middleNs(bucket)), count);
            }
        }
        return total;
    }
}
