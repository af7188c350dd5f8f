package io.sidetone.server.subscribers;

import io.micrometer.core.instrument.Gauge;
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
        gauge(registry, subscriber, "pending", "Events spooled and not delivered", Subscriber::pending);
        gauge(registry, subscriber, "queued", "Events that wait for the disk", Subscriber::queued);
        gauge(registry, subscriber, "spool_bytes", "Bytes of the spool", Subscriber::spoolBytes);
        gauge(registry, subscriber, "up", "1 while the subscriber answers", s -> s.up() ? 1 : 0);
        for (double percent : QUANTILES) {
            Gauge.builder("sidetone_subscriber_delay_seconds", subscriber, s -> delayS(s, percent))
                    .description("From an event to the subscriber's word that it has it, since the start")
                    .tag("subscriber", subscriber.name())
                    .tag("quantile", Double.toString(percent / 100))
                    .register(registry);
        }
    }

    private static double delayS(Subscriber subscriber, double percent) {
        Histogram delay = subscriber.counters().delay.total();
        return delay.getTotalCount() == 0 ? 0 : delay.getValueAtPercentile(percent) / NS_PER_S;
    }

    private static void gauge(
            MeterRegistry registry,
            Subscriber subscriber,
            String name,
            String help,
            ToDoubleFunction<Subscriber> value) {
        Gauge.builder("sidetone_subscriber_" + name, subscriber, value)
                .description(help)
                .tag("subscriber", subscriber.name())
                .register(registry);
    }
}
