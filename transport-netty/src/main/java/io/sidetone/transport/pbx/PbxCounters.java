package io.sidetone.transport.pbx;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.transport.dialect.DialectEvents;
import io.sidetone.transport.metrics.CounterMeters;

/** The counters of one dialect. Thread-safe. */
public final class PbxCounters implements DialectEvents {
    private final String dialect;
    private final SharedCounters<PbxCounter> values = new SharedCounters<>(PbxCounter.class);

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
        values.increment(counter);
    }

    /** Returns the present value. */
    public long get(PbxCounter counter) {
        return values.value(counter);
    }

    /** Registers every counter as {@code sidetone_pbx_events_total}. */
    public void bindTo(MeterRegistry registry) {
        CounterMeters.bind(registry, values, "dialect", dialect);
    }
}
