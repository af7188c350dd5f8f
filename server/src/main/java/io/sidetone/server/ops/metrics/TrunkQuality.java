package io.sidetone.server.ops.metrics;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.core.metrics.SharedDurationRecorder;
import io.sidetone.transport.metrics.CounterMeters;
import io.sidetone.transport.rtp.stats.RtpStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Sound of the calls of each trunk at their end, in both directions. One set of series for each configured trunk and one,
 * with an empty name, for calls of none. Taken on the SIP event loop, read by any thread.
 */
public final class TrunkQuality implements BiConsumer<String, RtpStatistics> {
    private static final String NO_TRUNK = "";
    private static final double NS_PER_MS = 1e6;

    /** Weight of one call in the smoothed score. */
    private static final double WEIGHT = 1 / 8.0;

    private final Map<String, Ways> trunks = new LinkedHashMap<>();

    private record Ways(Way in, Way out) {}

    private static final class Way {
        private final SharedCounters<CallOpinion> opinions = new SharedCounters<>(CallOpinion.class);
        private final SharedDurationRecorder jitter = new SharedDurationRecorder();
        private volatile double mos = Double.NaN;

        private void take(double score, double jitterMs) {
            if (score > 0) {
                opinions.increment(CallOpinion.of(score));
                mos = Double.isNaN(mos) ? score : mos + (score - mos) * WEIGHT;
            }
            if (score > 0 && jitterMs >= 0) {
                jitter.record((long) (jitterMs * NS_PER_MS));
            }
        }
    }

    /** Publishes the series of the trunks called {@code names}. */
    public TrunkQuality(PrometheusMeterRegistry registry, List<String> names) {
        trunks.put(NO_TRUNK, new Ways(new Way(), new Way()));
        names.forEach(name -> trunks.putIfAbsent(name, new Ways(new Way(), new Way())));
        DurationHistogram jitter = new DurationHistogram(DurationMetric.TRUNK_JITTER);
        trunks.forEach((trunk, ways) -> {
            publish(registry, jitter, trunk, "in", ways.in);
            publish(registry, jitter, trunk, "out", ways.out);
        });
        registry.getPrometheusRegistry().register(jitter);
    }

    private static void publish(
            PrometheusMeterRegistry registry, DurationHistogram jitter, String trunk, String direction, Way way) {
        CounterMeters.bind(registry, way.opinions, "trunk", trunk, "direction", direction);
        CounterMeters.gauge(
                registry, ServerMeter.TRUNK_MOS, way, seen -> seen.mos, "trunk", trunk, "direction", direction);
        jitter.series(Labels.of("direction", direction, "trunk", trunk), List.of(way.jitter::total));
    }

    /** Takes the media of a call that is over; {@code trunk} may be null. */
    @Override
    public void accept(String trunk, RtpStatistics media) {
        Ways ways = trunks.get(trunk == null ? NO_TRUNK : trunk);
        if (ways != null) {
            ways.in.take(media.mos(), media.jitterMs());
            ways.out.take(media.farMos(), media.farJitterMs());
        }
    }
}
