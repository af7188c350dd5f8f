package io.sidetone.server.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabeledCounterTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final LabeledCounter counter = new LabeledCounter(ServerMeter.ACTIONS, 2, "action", "code");

    private List<String> lines() {
        return registry.scrape().lines().filter(line -> !line.startsWith("#")).toList();
    }

    @Test
    void shouldShowWhatWasCountedBeforeAndAfterItWasBound() {
        counter.count("book", "ok");
        counter.bindTo(registry);
        counter.count("book", "ok");
        counter.count("book", "failed");
        assertThat(lines())
                .containsExactlyInAnyOrder(
                        "sidetone_actions_total{action=\"book\",code=\"ok\"} 2.0",
                        "sidetone_actions_total{action=\"book\",code=\"failed\"} 1.0");
    }

    @Test
    void shouldCountEverythingBeyondItsBoundInOneSeriesAndLoseNothing() {
        counter.bindTo(registry);
        for (int i = 0; i < 100; i++) {
            counter.count("name " + i, "ok");
        }
        counter.count("name 1", "ok");
        assertThat(lines())
                .containsExactlyInAnyOrder(
                        "sidetone_actions_total{action=\"name 0\",code=\"ok\"} 1.0",
                        "sidetone_actions_total{action=\"name 1\",code=\"ok\"} 2.0",
                        "sidetone_actions_total{action=\"other\",code=\"other\"} 98.0");
    }
}
