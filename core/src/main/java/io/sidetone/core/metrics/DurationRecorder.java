package io.sidetone.core.metrics;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Durations in nanoseconds, 1 µs … 60 s at two significant digits: one writing thread, no allocation, any reader.
 *
 * <p>{@link #total} sums up everything recorded so far; readers are serialized.
 */
public final class DurationRecorder {
    static final long LOWEST_NS = 1_000;
    static final long HIGHEST_NS = 60_000_000_000L;

    private final SingleWriterRecorder recorder = new SingleWriterRecorder(LOWEST_NS, HIGHEST_NS, 2);
    private final Histogram total = new Histogram(LOWEST_NS, HIGHEST_NS, 2);
    private Histogram interval;

    /** Records a duration; negative ones count as 0, longer ones as 60 s. Owning thread only. */
    public void record(long durationNs) {
        recorder.recordValue(Math.min(HIGHEST_NS, Math.max(0, durationNs)));
    }

    /** Returns a copy of everything recorded so far. Any thread. */
    public synchronized Histogram total() {
        interval = recorder.getIntervalHistogram(interval);
        total.add(interval);
        return total.copy();
    }
}
