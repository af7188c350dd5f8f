package io.sidetone.core.metrics;

/**
 * The values of all counters of one enum. Any thread reads.
 *
 * @param <K> names them
 */
public interface CounterValues<K extends Enum<K> & CounterName> {
    /** Returns the enum. */
    Class<K> names();

    /** Returns a count. */
    long value(K counter);
}
