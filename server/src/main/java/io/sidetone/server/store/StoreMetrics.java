package io.sidetone.server.store;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The store's figures under {@code sidetone_store_*}. */
public final class StoreMetrics {
    private StoreMetrics() {}

    /** Adds the figures of {@code store}, which the caller keeps alive. */
    public static void bind(RecordingStore store, MeterRegistry registry) {
        count(registry, store, "spooled", "Records that reached the disk", c -> c.spooled);
        count(registry, store, "delivered", "Records that reached the database", c -> c.delivered);
        count(registry, store, "dropped", "Records lost: neither queue nor spool had room", c -> c.dropped);
        count(registry, store, "refused", "Records the database will never take", c -> c.refused);
        count(registry, store, "spool_failures", "Attempts to write the spool that failed", c -> c.spoolFailures);
        count(registry, store, "delivery_failures", "Attempts to deliver that failed", c -> c.deliveryFailures);
        count(registry, store, "aborted", "Calls an earlier process left open", c -> c.aborted);
        count(registry, store, "first_visits", "Callers seen for the first time", c -> c.firstVisits);
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

    private static void count(
            MeterRegistry registry,
            RecordingStore store,
            String name,
            String help,
            Function<StoreCounters, LongAdder> which) {
        FunctionCounter.builder("sidetone_store_" + name, store, s -> which.apply(s.counters())
                        .sum())
                .description(help)
                .register(registry);
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
