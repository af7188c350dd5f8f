package io.sidetone.server.ops.traces;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counters of spans. */
enum TraceCounter implements CounterName {
    /** Spans that the collector took. */
    SENT("spans_sent", "Spans that the collector took"),
    /** Spans that found no room in the queue. */
    DROPPED("spans_dropped", "Spans that found no room in the queue"),
    /** Spans that the collector did not take. */
    REFUSED("spans_refused", "Spans that the collector did not take"),
    /** Events of calls that found no room: spans lack them. */
    MISSED("steps_missed", "Events of calls that found no room: spans lack them");

    private final String metric;
    private final String help;

    TraceCounter(String metric, String help) {
        this.metric = metric;
        this.help = help;
    }

    @Override
    public CounterSeries series() {
        return CounterSeries.of("sidetone_trace_" + metric, help);
    }
}
