package io.sidetone.core.metrics;

/** The name of a counter: an enum implements it, and each constant describes one counter, once. */
public interface CounterName {
    /** Returns how the counter is exported. */
    CounterSeries series();
}
