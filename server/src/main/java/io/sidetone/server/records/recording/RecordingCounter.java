package io.sidetone.server.records.recording;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counts of recordings. */
public enum RecordingCounter implements CounterName {
    /** Calls whose recording began. */
    CALLS("calls", "Calls whose recording began"),
    /** Recordings that hold their call to its end. */
    COMPLETE("complete", "Recordings that hold their call to its end"),
    /** Recordings that could not be written, wholly or to the end: the disk is full or refuses. */
    FAILED("failed", "Recordings that could not be written to their end: the disk is full or refuses"),
    /** Frames missing from recordings because the disk was too slow; they are silence there. */
    FRAMES_DROPPED("frames_dropped", "Frames of 20 ms missing from recordings because the disk was too slow"),
    /** Recordings of a process before that were put in order at the start. */
    RECOVERED("recovered", "Recordings of a process that died, put in order at the start"),
    /** Bytes of finished recordings. */
    BYTES("bytes", "Bytes of finished recordings"),
    /** Recordings that were removed because they were kept long enough. */
    EXPIRED("expired", "Recordings that were removed because they were kept long enough"),
    /** Recordings that were removed because their folder was too large. */
    EVICTED("evicted", "Recordings that were removed because their folder was too large"),
    /** Recordings that were to be removed and could not be. */
    REMOVE_FAILURES(
            "remove_failures", "Recordings and folders that could not be removed or looked at when it was time");

    private final CounterSeries series;

    RecordingCounter(String metric, String help) {
        this.series = CounterSeries.of("sidetone_recording_" + metric, help);
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
