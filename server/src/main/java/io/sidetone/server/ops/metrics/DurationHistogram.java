package io.sidetone.server.ops.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** Publishes HdrHistograms of nanoseconds as one Prometheus histogram in seconds, one series per label value. */
final class DurationHistogram implements MultiCollector {
    private static final double NS_PER_S = 1e9;

    private final DurationMetric metric;
    private final List<Series> series = new CopyOnWriteArrayList<>();

    private record Series(Labels labels, List<Supplier<Histogram>> parts) {}

    DurationHistogram(DurationMetric metric) {
        this.metric = metric;
    }

    /** Adds a series: the sum of {@code parts}. Any thread. */
    DurationHistogram series(Labels labels, List<Supplier<Histogram>> parts) {
        series.add(new Series(labels, List.copyOf(parts)));
        return this;
    }

    @Override
    public MetricSnapshots collect() {
        HistogramSnapshot.Builder snapshot =
                HistogramSnapshot.builder().name(metric.metric).help(metric.help);
        for (Series one : series) {
            Histogram sum = null;
            for (Supplier<Histogram> part : one.parts()) {
                Histogram next = part.get();
                if (sum == null) {
                    sum = next;
                } else {
                    sum.add(next);
                }
            }
            if (sum != null) {
                snapshot.dataPoint(point(one.labels(), sum, metric.boundsS));
            }
        }
        return MetricSnapshots.of(snapshot.build());
    }

    private static HistogramSnapshot.HistogramDataPointSnapshot point(Labels labels, Histogram ns, double[] boundsS) {
        List<Number> counts = new ArrayList<>();
        List<Double> bounds = new ArrayList<>();
        long below = 0;
        for (double bound : boundsS) {
            long upTo = ns.getTotalCount() == 0
                    ? 0
                    : ns.getCountBetweenValues(0, Math.min(ns.getHighestTrackableValue(), (long) (bound * NS_PER_S)));
            counts.add(upTo - below);
            bounds.add(bound);
            below = upTo;
        }
        counts.add(ns.getTotalCount() - below);
        bounds.add(Double.POSITIVE_INFINITY);
        return HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .labels(labels)
                .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, counts))
                .sum(ns.getTotalCount() == 0 ? 0 : ns.getMean() * ns.getTotalCount() / NS_PER_S)
                .build();
    }
}
