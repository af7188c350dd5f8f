package io.sidetone.transport.pbx;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.transport.dialect.DialectEvents;
import io.sidetone.transport.metrics.LateCounters;

/** The counters of one dialect. Thread-safe. */
public final class PbxCounters implements DialectEvents {
    private final String dialect;
    private final LateCounters<PbxCounter> values = new LateCounters<>(PbxCounter.class);

    /** Creates counters at zero for {@code dialect}. */
    public PbxCounters(String dialect) {
        this.dialect = dialect;
    }

    /** Returns the name of the dialect. */
    public String dialect() {
        return dialect;
    }

    @Override
    public void accessRefused() {
        increment(PbxCounter.ACCESS_REFUSED);
    }

    @Override
    public void callOpened() {
        increment(PbxCounter.CALLS);
    }

    @Override
    public void callRefused() {
        increment(PbxCounter.CALLS_REFUSED);
    }

    /** Adds one. */
    public void increment(PbxCounter counter) {
        values.add(counter, 1);
    }

    /** Returns the present value. */
    public long get(PbxCounter counter) {
        return values.value(counter);
    }

    /** Publishes every counter as {@code sidetone_pbx_events_total}, from the first that counts. */
    public void bindTo(MeterRegistry registry) {
        values.bindTo(registry, "dialect", dialect);
    }
}
