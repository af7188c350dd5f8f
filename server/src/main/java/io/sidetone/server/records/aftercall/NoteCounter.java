package io.sidetone.server.records.aftercall;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counts of the notes that models were to write about calls, by what became of them. */
enum NoteCounter implements CounterName {
    /** They fit at once. */
    READY,
    /** They fit after the model was told what was wrong. */
    REPAIRED,
    /** The model did not answer, or not what was asked for. */
    FAILED,
    /** They took too long. */
    LATE,
    /** Too many others were waiting. */
    REFUSED,
    /** The caller said nothing, so the model was not asked. */
    SILENT,
    /** The caller was erased, or the server stopped, before they were there. */
    DROPPED;

    @Override
    public CounterSeries series() {
        return CounterSeries.of(
                "sidetone_after_call",
                "Calls whose agent's model was to write down what they were about, by outcome",
                "outcome",
                this);
    }
}
