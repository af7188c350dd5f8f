package io.sidetone.server.ops.metrics;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.transport.metrics.CounterMeters;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/** Work and cost of services, by engine and role: {@code sidetone_engine_…}. Read at scrapes. */
public final class EngineMetrics {
    private final PrometheusMeterRegistry registry;
    private final Set<EngineMeter> shown = new HashSet<>();
    private DurationHistogram first;
    private DurationHistogram whole;

    /** Shows in {@code registry}. */
    public EngineMetrics(PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    /** Shows {@code meters} besides those that are shown. */
    public synchronized void bind(List<EngineMeter> meters) {
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
                registry.getPrometheusRegistry().register(first);
                registry.getPrometheusRegistry().register(whole);
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
