package io.sidetone.core.fence;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counters of the auditor of a fence. */
public enum FenceCounter implements CounterName {
    /** Frames dropped because their turn had been cancelled. */
    STALE_DROPPED(new CounterSeries(
            "sidetone_stale_dropped", "What a cancelled turn left behind, dropped", "where", "egress")),
    /** Frames written although already dead: must stay 0. */
    STALE_FRAMES_SENT(
            CounterSeries.of("sidetone_stale_frames_sent", "Frames of cancelled turns that were sent: must stay 0")),
    /** Frames cancelled during their write. */
    FENCE_RACES(CounterSeries.of("sidetone_fence_races", "Frames cancelled during their write"));

    private final CounterSeries series;

    FenceCounter(CounterSeries series) {
        this.series = series;
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
