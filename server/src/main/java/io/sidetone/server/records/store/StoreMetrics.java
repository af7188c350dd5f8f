package io.sidetone.server.records.store;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.transport.metrics.CounterMeters;

/** The store's figures under {@code sidetone_store_*}. */
public final class StoreMetrics {
    private StoreMetrics() {}

    /** Adds the figures of {@code store}, which the caller keeps alive. */
    public static void bind(CallRecordStore store, MeterRegistry registry) {
        CounterMeters.bind(registry, store.counters());
        CounterMeters.gauge(registry, StoreGauge.PENDING, store, s -> s.spool().pending());
        CounterMeters.gauge(registry, StoreGauge.QUEUED, store, CallRecordStore::queued);
        CounterMeters.gauge(
                registry, StoreGauge.SPOOL_BYTES, store, s -> s.spool().bytes());
        CounterMeters.gauge(
                registry, StoreGauge.SPOOL_MAX_BYTES, store, s -> s.spool().maxBytes());
        CounterMeters.gauge(
                registry, StoreGauge.DAMAGED_BYTES, store, s -> s.spool().damagedBytes());
        CounterMeters.gauge(registry, StoreGauge.VISITORS, store, CallRecordStore::visitors);
        CounterMeters.gauge(registry, StoreGauge.DATABASE_UP, store, s -> s.databaseUp() ? 1 : 0);
    }
}
