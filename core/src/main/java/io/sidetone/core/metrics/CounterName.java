package io.sidetone.core.metrics;

/** The name of a counter or another figure: an enum implements it, and each constant describes one figure, once. */
public interface CounterName {
    /** Returns how it is exported. */
    CounterSeries series();
}
