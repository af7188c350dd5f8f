package io.sidetone.core.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counters that one thread writes: plain read, released write, no lock prefix. Any thread reads; an increment allocates
 * nothing.
 *
 * @param <K> names them
 */
public class SingleWriterCounters<K extends Enum<K> & CounterName> implements CounterValues<K> {
    private static final VarHandle VALUES = MethodHandles.arrayElementVarHandle(long[].class);

    private final Class<K> names;
    private final long[] values;

    /** Creates counters at zero. */
    public SingleWriterCounters(Class<K> names) {
        this.names = names;
        this.values = new long[names.getEnumConstants().length];
    }

    /** Counts one. Owning thread only. */
    public final void increment(K counter) {
        add(counter, 1);
    }

    /** Counts {@code amount}. Owning thread only. */
    public void add(K counter, long amount) {
        int index = counter.ordinal();
        VALUES.setRelease(values, index, values[index] + amount);
    }

    @Override
    public final Class<K> names() {
        return names;
    }

    @Override
    public final long value(K counter) {
        return (long) VALUES.getAcquire(values, counter.ordinal());
    }
}
