package io.sidetone.server.records.recording;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counts of uploads of recordings. */
public enum UploadCounter implements CounterName {
    /** Recordings that were taken. */
    DONE("done", "Recordings that were sent and taken"),
    /** Attempts that failed. */
    FAILURES("failures", "Attempts to send a recording that failed"),
    /** Recordings that an earlier process left and that are offered again. */
    RESUMED("resumed", "Recordings that an earlier process left unsent and that are offered again"),
    /** Recordings that nobody took: they stay in their folder. */
    KEPT("kept", "Recordings that were not taken and stay in their folder");

    private final CounterSeries series;

    UploadCounter(String metric, String help) {
        this.series = CounterSeries.of("sidetone_recording_uploads_" + metric, help);
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
