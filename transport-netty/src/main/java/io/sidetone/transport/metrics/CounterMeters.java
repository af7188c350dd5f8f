package io.sidetone.transport.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;
import io.sidetone.core.metrics.CounterValues;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Publishes figures in a registry as their enum describes them. Called at start; values are read at scrapes. */
public final class CounterMeters {
    private CounterMeters() {}

    /**
     * Publishes every counter of {@code values}. The caller must keep {@code values}, because the registry refers to it
     * weakly.
     *
     * @param tags further labels, as name and value in turns
     */
    public static <K extends Enum<K> & CounterName> void bind(
            MeterRegistry registry, CounterValues<K> values, String... tags) {
        bind(registry, List.of(values), values, tags);
    }

    /** Publishes the sum of {@code parts}, such as the counters of all event loops; the caller must keep the list. */
    public static <K extends Enum<K> & CounterName> void bind(
            MeterRegistry registry, List<? extends CounterValues<K>> parts, String... tags) {
        bind(registry, parts, parts, tags);
    }

    private static <K extends Enum<K> & CounterName> void bind(
            MeterRegistry registry, List<? extends CounterValues<K>> parts, Object kept, String... tags) {
        if (parts.isEmpty()) {
            return;
        }
        for (K counter : parts.get(0).names().getEnumConstants()) {
            counter(registry, counter, kept, ignored -> sum(parts, counter), tags);
        }
    }

    /**
     * Publishes what {@code count} reads from {@code kept} as a counter.
     *
     * @param kept held by the caller, because the registry refers to it weakly
     * @param tags further labels, as name and value in turns
     */
    public static <T> Meter counter(
            MeterRegistry registry, CounterName name, T kept, ToDoubleFunction<T> count, String... tags) {
        CounterSeries series = name.series();
        FunctionCounter.Builder<T> meter = FunctionCounter.builder(series.metric(), kept, count)
                .description(series.help())
                .tags(tags);
        return (series.label().isEmpty() ? meter : meter.tag(series.label(), series.value())).register(registry);
    }

    /** Publishes what {@code value} reads from {@code kept} as a gauge. */
    public static <T> Meter gauge(
            MeterRegistry registry, CounterName name, T kept, ToDoubleFunction<T> value, String... tags) {
        return Gauge.builder(name.series().metric(), kept, value)
                .description(name.series().help())
                .tags(tags)
                .register(registry);
    }

    private static <K extends Enum<K> & CounterName> double sum(List<? extends CounterValues<K>> parts, K counter) {
        long sum = 0;
        for (CounterValues<K> part : parts) {
            sum += part.value(counter);
        }
        return sum;
    }
}
