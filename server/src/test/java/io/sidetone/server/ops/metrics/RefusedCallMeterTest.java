package io.sidetone.server.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusedCallMeterTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final RefusedCallMeter meter = new RefusedCallMeter();

    private List<String> lines() {
        meter.bindTo(registry);
        return registry.scrape().lines().filter(line -> !line.startsWith("#")).toList();
    }

    @Test
    void shouldCountRefusalsByTrunkStatusAndReason() {
        meter.count("carrier", 488, "codec");
        meter.count("carrier", 488, "codec");
        meter.count("", 503, "busy");
        assertThat(lines())
                .containsExactlyInAnyOrder(
                        "sidetone_calls_refused_total{reason=\"codec\",status=\"488\",trunk=\"carrier\"} 2.0",
                        "sidetone_calls_refused_total{reason=\"busy\",status=\"503\",trunk=\"\"} 1.0");
    }

    @Test
    void shouldShowAtMost64CombinationsAndOneForAllOthers() {
        for (int status = 400; status < 500; status++) {
            meter.count("carrier", status, "policy");
        }
        assertThat(lines())
                .hasSize(65)
                .contains("sidetone_calls_refused_total{reason=\"other\",status=\"other\",trunk=\"other\"} 36.0");
    }
}
