package io.sidetone.transport.carrier;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.transport.dialect.DialectEvents;
import io.sidetone.transport.metrics.LateCounters;

/** The counters of one dialect. Thread-safe. */
public final class CarrierCounters implements DialectEvents {
    private final LateCounters<CarrierCounter> values = new LateCounters<>(CarrierCounter.class);

    /** Publishes every counter, labeled with {@code dialect}, from the first that counts. */
    public void bindTo(MeterRegistry registry, String dialect) {
        values.bindTo(registry, "dialect", dialect);
    }

    /** Counts one. */
    public void increment(CarrierCounter counter) {
        values.add(counter, 1);
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
