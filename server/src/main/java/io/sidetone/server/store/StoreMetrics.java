package io.sidetone.server.store;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.transport.metrics.CounterMeters;
import java.util.function.ToDoubleFunction;

/** The store's figures under {@code sidetone_store_*}. */
public final class StoreMetrics {
    private StoreMetrics() {}

    /** Adds the figures of {@code store}, which the caller keeps alive. */
    public static void bind(RecordingStore store, MeterRegistry registry) {
        CounterMeters.bind(registry, store.counters());
        gauge(registry, store, "pending", "Records spooled and not delivered", s -> s.spool()
                .pending());
        gauge(registry, store, "queued", "Records that wait for the disk", RecordingStore::queued);
        gauge(registry, store, "spool_bytes", "Bytes of the spool", s -> s.spool()
                .bytes());
        gauge(registry, store, "spool_max_bytes", "Bytes it may have", s -> s.spool()
                .maxBytes());
        gauge(registry, store, "damaged_bytes", "Bytes cut off as no whole record", s -> s.spool()
                .damagedBytes());
        gauge(registry, store, "visitors", "Callers remembered in memory", RecordingStore::visitors);
        gauge(registry, store, "database_up", "1 while the database takes calls", s -> s.databaseUp() ? 1 : 0);
    }

    private static void gauge(
            MeterRegistry registry,
            RecordingStore store,
            String name,
            String help,
            ToDoubleFunction<RecordingStore> value) {
        Gauge.builder("sidetone_store_" + name, store, value).description(help).register(registry);
    }
}
