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
import java.util.function.Function;

/**
 * Sound of the calls of each trunk at their end, in both directions. One set of series for each configured trunk and one,
 * with an empty name, for calls of none: shown from the first on where there are trunks. Taken on the SIP event loop, read by any thread.
 */
public final class TrunkQuality implements BiConsumer<String, RtpStatistics> {
    private static final String NO_TRUNK = "";
    private static final double NS_PER_MS = 1e6;

    /** Weight of one call in the smoothed score. */
    private static final double WEIGHT = 1 / 8.0;

    private final PrometheusMeterRegistry registry;
    private final DurationHistogram jitter = new DurationHistogram(DurationMetric.TRUNK_JITTER);
    private final Map<String, Ways> trunks = new LinkedHashMap<>();
    /** Made at the start: the first call loads no class. */
    private final Function<String, Ways> publication = this::publish;

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
        this.registry = registry;
        (names.isEmpty() ? List.of(NO_TRUNK) : names).forEach(name -> trunks.computeIfAbsent(name, publication));
        registry.getPrometheusRegistry().register(jitter);
    }

    private Ways publish(String trunk) {
        Ways ways = new Ways(new Way(), new Way());
        publish(trunk, "in", ways.in);
        publish(trunk, "out", ways.out);
        return ways;
    }

    private void publish(String trunk, String direction, Way way) {
        CounterMeters.bind(registry, way.opinions, "trunk", trunk, "direction", direction);
        CounterMeters.gauge(
                registry, ServerMeter.TRUNK_MOS, way, seen -> seen.mos, "trunk", trunk, "direction", direction);
        jitter.series(Labels.of("direction", direction, "trunk", trunk), List.of(way.jitter::total));
    }

    /** Takes the media of a call that is over; {@code trunk} may be null. */
    @Override
    public void accept(String trunk, RtpStatistics media) {
        Ways ways = trunk == null ? trunks.computeIfAbsent(NO_TRUNK, publication) : trunks.get(trunk);
        if (ways != null) {
            ways.in.take(media.mos(), media.jitterMs());
            ways.out.take(media.farMos(), media.farJitterMs());
        }
    }
}
