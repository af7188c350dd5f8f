package io.sidetone.transport.stream;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counters of the stream calls of one event loop. */
public enum StreamCounter implements CounterName {
    /** Calls that were opened. */
    CALLS("calls", "Calls over streams. Calls opened"),
    /** Frames written to peers. */
    FRAMES_OUT("frames_out", "Calls over streams. Frames written"),
    /** Frames dropped because a peer read too slowly. */
    FRAMES_DROPPED("frames_dropped", "Calls over streams. Frames dropped because a peer read too slowly"),
    /** Frames of cancelled turns that were not written. */
    STALE_DROPPED("stale_dropped", "Calls over streams. Frames of cancelled turns that were not written"),
    /** Frames whose call had ended. */
    WITHOUT_CALL("without_call", "Calls over streams. Frames whose call had ended"),
    /** Defects in the code of a call or its dialect. */
    FAULTS("faults", "Calls over streams. Defects in the code of a call or its dialect");

    private final CounterSeries series;

    StreamCounter(String metric, String help) {
        this.series = CounterSeries.of("sidetone_stream_" + metric, help);
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
