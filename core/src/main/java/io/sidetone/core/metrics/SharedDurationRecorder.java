package io.sidetone.core.metrics;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Durations like {@link DurationRecorder}'s, recorded by any number of threads without a lock. */
public final class SharedDurationRecorder {
    private final Recorder recorder = new Recorder(DurationRecorder.LOWEST_NS, DurationRecorder.HIGHEST_NS, 2);
    private final Histogram total = new Histogram(DurationRecorder.LOWEST_NS, DurationRecorder.HIGHEST_NS, 2);
    private Histogram interval;

    /** Records a duration; negative ones count as 0, longer ones as 60 s. Any thread. */
    public void record(long durationNs) {
        recorder.recordValue(Math.min(DurationRecorder.HIGHEST_NS, Math.max(0, durationNs)));
    }

    /** Returns a copy of everything recorded so far. Any thread. */
    public synchronized Histogram total() {
        interval = recorder.getIntervalHistogram(interval);
        total.add(interval);
        return total.copy();
    }
}
