package io.sidetone.server.records.subscribers;

import io.micrometer.core.instrument.MeterRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.sidetone.transport.metrics.CounterMeters;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** One subscriber's figures under {@code sidetone_subscriber_*}. */
final class SubscriberMetrics {
    private static final double NS_PER_S = 1e9;
    private static final double[] QUANTILES = {50, 99, 100};

    private SubscriberMetrics() {}

    static void bind(Subscriber subscriber, MeterRegistry registry) {
        CounterMeters.bind(registry, subscriber.counters().events, "subscriber", subscriber.name());
        gauge(registry, subscriber, SubscriberGauge.PENDING, Subscriber::pending);
        gauge(registry, subscriber, SubscriberGauge.QUEUED, Subscriber::queued);
        gauge(registry, subscriber, SubscriberGauge.SPOOL_BYTES, Subscriber::spoolBytes);
        gauge(registry, subscriber, SubscriberGauge.UP, s -> s.up() ? 1 : 0);
    }

    /** Returns what delays all subscribers show, as one summary. */
    static MetricSnapshot delays(List<Subscriber> subscribers) {
        SummarySnapshot.Builder snapshot = SummarySnapshot.builder()
                .name("sidetone_subscriber_delay_seconds")
                .help("From an event to the subscriber's word that it has it, since the start");
        for (Subscriber subscriber : subscribers) {
            Histogram delay = subscriber.counters().delay.total();
            long count = delay.getTotalCount();
            Quantiles.Builder quantiles = Quantiles.builder();
            for (double percent : QUANTILES) {
                quantiles.quantile(percent / 100, count == 0 ? 0 : delay.getValueAtPercentile(percent) / NS_PER_S);
            }
            snapshot.dataPoint(SummarySnapshot.SummaryDataPointSnapshot.builder()
                    .labels(Labels.of("subscriber", subscriber.name()))
                    .quantiles(quantiles.build())
                    .count(count)
                    .sum(count == 0 ? 0 : delay.getMean() * count / NS_PER_S)
                    .build());
        }
        return snapshot.build();
    }

    private static void gauge(
            MeterRegistry registry, Subscriber subscriber, SubscriberGauge name, ToDoubleFunction<Subscriber> value) {
        CounterMeters.gauge(registry, name, subscriber, value, "subscriber", subscriber.name());
    }
}
