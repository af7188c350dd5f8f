package io.sidetone.transport.pbx;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.transport.dialect.DialectEvents;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** One number per {@link PbxCounter} for one dialect. Thread-safe. */
public final class PbxCounters implements DialectEvents {
    private final String dialect;
    private final LongAdder[] values = new LongAdder[PbxCounter.values().length];

    /** Creates counters at zero for the dialect of that name. */
    public PbxCounters(String dialect) {
        this.dialect = dialect;
        for (int i = 0; i < values.length; i++) {
            values[i] = new LongAdder();
        }
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
        values[counter.ordinal()].increment();
    }

    /** Returns the present value. */
    public long get(PbxCounter counter) {
        return values[counter.ordinal()].sum();
    }

    /** Registers everything as {@code sidetone_pbx_events_total}. */
    public void bindTo(MeterRegistry registry) {
        for (PbxCounter counter : PbxCounter.values()) {
            FunctionCounter.builder("sidetone.pbx.events", values[counter.ordinal()], LongAdder::sum)
                    .description("What happened on connections of telephone switches")
                    .tag("dialect", dialect)
                    .tag("event", counter.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
    }
}
