package io.sidetone.transport.carrier;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.transport.dialect.DialectEvents;
import io.sidetone.transport.metrics.CounterMeters;

/** One number per {@link CarrierCounter} for one dialect. Thread-safe. */
public final class CarrierCounters implements DialectEvents {
    private final SharedCounters<CarrierCounter> values = new SharedCounters<>(CarrierCounter.class);

    /** Shows everything, labeled with {@code dialect}. */
    public void bindTo(MeterRegistry registry, String dialect) {
        CounterMeters.bind(registry, values, "dialect", dialect);
    }

    /** Counts one. */
    public void increment(CarrierCounter counter) {
        values.increment(counter);
    }

    /** Counts {@code amount}. */
    void add(CarrierCounter counter, long amount) {
        values.add(counter, amount);
    }

    /** Returns a count. */
    public long value(CarrierCounter counter) {
        return values.value(counter);
    }

    @Override
    public void accessRefused() {
        increment(CarrierCounter.UPGRADES_REFUSED);
    }

    @Override
    public void callOpened() {
        // Counted with the calls of all streams.
    }

    @Override
    public void callRefused() {
        // Counted by the admission of calls.
    }
}
