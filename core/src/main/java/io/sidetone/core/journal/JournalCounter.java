package io.sidetone.core.journal;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counters of journals. */
public enum JournalCounter implements CounterName {
    /** Calls that began to be journaled. */
    CALLS("calls", "Calls that began to be journaled"),
    /** Journals that hold their call from beginning to end. */
    COMPLETE("complete", "Journals that hold their whole call"),
    /** Journals given up before the end of their call: the disk was too slow or full. */
    INCOMPLETE("incomplete", "Journals given up: disk slow or full"),
    /** Journals that end before their call, because its recording was paused. */
    ENDED_EARLY("ended_early", "Journals that end where the recording of their call was paused"),
    /** Calls whose ring was full when they opened: nothing of them was written. */
    NOT_STARTED("not_started", "Calls of which nothing was journaled: the ring was full"),
    /** Records written. */
    RECORDS("records", "Records written to journals"),
    /** Bytes written. */
    BYTES("bytes", "Bytes written to journals"),
    /** Old journals deleted to keep within the bound. */
    DELETED("deleted", "Old journals deleted");

    private final CounterSeries series;

    JournalCounter(String metric, String help) {
        this.series = CounterSeries.of("sidetone_journal_" + metric, help);
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
