package io.sidetone.core.metrics;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Durations like {@link DurationRecorder}'s, recorded by any number of threads without a lock. */
public final class SharedDurationRecorder {
    private final Recorder recorder =
            new Recorder(DurationRecorder.LOWEST_NS, DurationRecorder.HIGHEST_NS, DurationRecorder.DIGITS);
    private final Histogram total = DurationRecorder.histogram();
    private Histogram interval;

    /** Records a duration; negative ones count as 0, longer ones as a week. Any thread. */
    public void record(long durationNs) {
        recorder.recordValue(DurationRecorder.inRange(durationNs));
    }

    /** Returns a copy of everything recorded so far. Any thread. */
    public synchronized Histogram total() {
        interval = recorder.getIntervalHistogram(interval);
        total.add(interval);
        return total.copy();
    }
}
