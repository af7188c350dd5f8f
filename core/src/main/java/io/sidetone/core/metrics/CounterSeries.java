package io.sidetone.core.metrics;

import java.util.Locale;

/**
 * Form in which a counter is exported.
 *
 * @param metric its name, {@code sidetone_…} without {@code _total}
 * @param help what it counts, in words
 * @param label name of its label, empty for none
 * @param value of that label
 */
public record CounterSeries(String metric, String help, String label, String value) {
    /** A counter with a metric of its own. */
    public static CounterSeries of(String metric, String help) {
        return new CounterSeries(metric, help, "", "");
    }

    /** One of several counters of a metric, told apart by {@code label}: its value is the constant's name in lower case. */
    public static CounterSeries of(String metric, String help, String label, Enum<?> value) {
        return new CounterSeries(metric, help, label, value.name().toLowerCase(Locale.ROOT));
    }
}
