package io.sidetone.server.subscribers;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.transport.metrics.CounterMeters;
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
        for (double percent : QUANTILES) {
            CounterMeters.gauge(
                    registry,
                    SubscriberGauge.DELAY,
                    subscriber,
                    s -> delayS(s, percent),
                    "subscriber",
                    subscriber.name(),
                    "quantile",
                    Double.toString(percent / 100));
        }
    }

    private static double delayS(Subscriber subscriber, double percent) {
        Histogram delay = subscriber.counters().delay.total();
        return delay.getTotalCount() == 0 ? 0 : delay.getValueAtPercentile(percent) / NS_PER_S;
    }

    private static void gauge(
            MeterRegistry registry, Subscriber subscriber, SubscriberGauge name, ToDoubleFunction<Subscriber> value) {
        CounterMeters.gauge(registry, name, subscriber, value, "subscriber", subscriber.name());
    }
}
