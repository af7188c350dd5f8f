package io.sidetone.transport.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.SharedCounters;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Counters that are published when the first of them counts: those of what is always served and seldom used. Any thread; the first
 * count takes the registry's lock.
 *
 * @param <K> names them
 */
public final class LateCounters<K extends Enum<K> & CounterName> {
    private final SharedCounters<K> values;
    private final AtomicReference<Runnable> publication = new AtomicReference<>();

    /** Creates counters at zero. */
    public LateCounters(Class<K> names) {
        this.values = new SharedCounters<>(names);
    }

    /** Counts {@code amount}. */
    public void add(K counter, long amount) {
        values.add(counter, amount);
        Runnable first = publication.get();
        if (first != null && publication.compareAndSet(first, null)) {
            first.run();
        }
    }

    /** Returns a count. */
    public long value(K counter) {
        return values.value(counter);
    }

    /** Publishes all in {@code registry} at the next count, with {@code tags}, as name and value in turns. */
    public void bindTo(MeterRegistry registry, String... tags) {
        publication.set(() -> CounterMeters.bind(registry, values, tags));
    }
}
