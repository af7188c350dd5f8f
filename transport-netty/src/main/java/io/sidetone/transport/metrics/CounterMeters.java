package io.sidetone.transport.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;
import io.sidetone.core.metrics.CounterValues;
import java.util.List;

/** Publishes counters in a registry as their enum describes them. Called at start; values are read at scrapes. */
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
            CounterSeries series = counter.series();
            FunctionCounter.Builder<Object> meter = FunctionCounter.builder(
                            series.metric(), kept, ignored -> sum(parts, counter))
                    .description(series.help())
                    .tags(tags);
            (series.label().isEmpty() ? meter : meter.tag(series.label(), series.value())).register(registry);
        }
    }

    private static <K extends Enum<K> & CounterName> double sum(List<? extends CounterValues<K>> parts, K counter) {
        long sum = 0;
        for (CounterValues<K> part : parts) {
            sum += part.value(counter);
        }
        return sum;
    }
}
