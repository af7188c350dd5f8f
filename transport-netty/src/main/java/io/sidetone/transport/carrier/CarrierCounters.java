package io.sidetone.transport.carrier;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.transport.dialect.DialectEvents;
import io.sidetone.transport.metrics.CounterMeters;

/** The counters of one dialect. Thread-safe. */
public final class CarrierCounters implements DialectEvents {
    private final SharedCounters<CarrierCounter> values = new SharedCounters<>(CarrierCounter.class);

    /** Publishes every counter, labeled with {@code dialect}. */
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
        // The counters of all streams include it.
    }

    @Override
    public void callRefused() {
        // The admission of calls counts it.
    }
}
