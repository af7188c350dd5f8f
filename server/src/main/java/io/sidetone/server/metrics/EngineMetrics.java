package io.sidetone.server.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.transport.metrics.CounterMeters;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/** What services did and cost, by engine and role: {@code sidetone_engine_…}. Read at scrapes. */
final class EngineMetrics {
    private final MeterRegistry registry;
    private final Consumer<DurationHistogram> histograms;
    private final Set<EngineMeter> shown = new HashSet<>();
    private DurationHistogram first;
    private DurationHistogram whole;

    /** Shows in {@code registry}; {@code histograms} takes what is of another kind. */
    EngineMetrics(MeterRegistry registry, Consumer<DurationHistogram> histograms) {
        this.registry = registry;
        this.histograms = histograms;
    }

    /** Shows {@code meters} besides those that are shown. */
    synchronized void bind(List<EngineMeter> meters) {
        for (EngineMeter meter : meters) {
            if (!shown.add(meter)) {
                continue;
            }
            for (EngineCounter counter : EngineCounter.values()) {
                CounterMeters.counter(
                        registry, counter, meter, counter::value, "engine", meter.engine, "role", meter.roleName());
            }
            if (first == null) {
                first = new DurationHistogram(DurationMetric.ENGINE_FIRST_ANSWER);
                whole = new DurationHistogram(DurationMetric.ENGINE_WHOLE_ANSWER);
                histograms.accept(first);
                histograms.accept(whole);
            }
            times(first, meter, each -> each.firstAnswer);
            times(whole, meter, each -> each.wholeAnswer);
        }
    }

    private static void times(
            DurationHistogram histogram, EngineMeter meter, Function<EngineMeter, AbstractHistogram> of) {
        histogram.series(Labels.of("engine", meter.engine, "role", meter.roleName()), List.of(() -> {
            Histogram copy = new Histogram(2);
            copy.setAutoResize(true);
            copy.add(of.apply(meter));
            return copy;
        }));
    }
}
