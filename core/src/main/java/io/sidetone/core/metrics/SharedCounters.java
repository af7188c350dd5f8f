package io.sidetone.core.metrics;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counters that any number of threads write. An increment allocates nothing and takes no lock.
 *
 * @param <K> names them
 */
public final class SharedCounters<K extends Enum<K> & CounterName> implements CounterValues<K> {
    private final Class<K> names;
    private final LongAdder[] values;

    /** Creates counters at zero. */
    public SharedCounters(Class<K> names) {
        this.names = names;
        this.values = new LongAdder[names.getEnumConstants().length];
        for (int i = 0; i < values.length; i++) {
            values[i] = new LongAdder();
        }
    }

    /** Counts one. Any thread. */
    public void increment(K counter) {
        values[counter.ordinal()].increment();
    }

    /** Counts {@code amount}. Any thread. */
    public void add(K counter, long amount) {
        values[counter.ordinal()].add(amount);
    }

    @Override
    public Class<K> names() {
        return names;
    }

    @Override
    public long value(K counter) {
        return values[counter.ordinal()].sum();
    }
}
