package io.sidetone.server.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.transport.rtp.stats.RtpStatistics;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrunkQualityTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final TrunkQuality quality = new TrunkQuality(registry, List.of("carrier", "backup"));

    private static RtpStatistics media(double mos, double jitterMs, double farMos, double farJitterMs) {
        return new RtpStatistics(
                "PCMU", 1, 1, 1, 1, 0, 0, 0, 0, 0, jitterMs, -1, 0, -1, farJitterMs, 0, null, 0, 0, mos, farMos);
    }

    private List<String> lines() {
        return registry.scrape().lines().filter(line -> !line.startsWith("#")).toList();
    }

    @Test
    void shouldShowMosAndJitterOfTheTrunkThatCarriedTheCall() {
        quality.accept("carrier", media(4.4, 3, -1, -1));
        quality.accept("carrier", media(2.8, 30, 3.7, 12));
        assertThat(lines())
                .contains(
                        "sidetone_trunk_calls_total{direction=\"in\",opinion=\"excellent\",trunk=\"carrier\"} 1.0",
                        "sidetone_trunk_calls_total{direction=\"in\",opinion=\"bad\",trunk=\"carrier\"} 1.0",
                        "sidetone_trunk_calls_total{direction=\"out\",opinion=\"fair\",trunk=\"carrier\"} 1.0",
                        "sidetone_trunk_calls_total{direction=\"in\",opinion=\"excellent\",trunk=\"backup\"} 0.0",
                        "sidetone_trunk_mos{direction=\"in\",trunk=\"carrier\"} 4.2",
                        "sidetone_trunk_mos{direction=\"out\",trunk=\"carrier\"} 3.7",
                        "sidetone_trunk_mos{direction=\"in\",trunk=\"backup\"} NaN",
                        "sidetone_trunk_jitter_seconds_count{direction=\"in\",trunk=\"carrier\"} 2",
                        "sidetone_trunk_jitter_seconds_count{direction=\"out\",trunk=\"carrier\"} 1");
    }

    @Test
    void shouldMakeNoSeriesForAnUnknownTrunkAndOneForCallsOfNone() {
        int before = lines().size();
        quality.accept("stranger", media(4.4, 3, 4.4, 3));
        assertThat(lines()).hasSize(before).noneMatch(line -> line.contains("trunk=\"\""));
        quality.accept(null, media(4.4, 3, -1, -1));
        quality.accept(null, media(-1, 0, -1, -1));
        assertThat(lines())
                .hasSize(before * 3 / 2)
                .contains(
                        "sidetone_trunk_calls_total{direction=\"in\",opinion=\"excellent\",trunk=\"\"} 1.0",
                        "sidetone_trunk_jitter_seconds_count{direction=\"in\",trunk=\"\"} 1")
                .noneMatch(line -> line.contains("stranger"));
    }

    @Test
    void shouldShowCallsOfNoTrunkAtOnceWhereThereIsNone() {
        PrometheusMeterRegistry none = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        TrunkQuality alone = new TrunkQuality(none, List.of());
        assertThat(none.scrape()).contains("sidetone_trunk_mos{direction=\"in\",trunk=\"\"} NaN");
        alone.accept(null, media(4.4, 3, -1, -1));
        assertThat(none.scrape()).contains("sidetone_trunk_mos{direction=\"in\",trunk=\"\"} 4.4");
    }
}
