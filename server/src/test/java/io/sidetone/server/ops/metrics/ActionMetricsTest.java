package io.sidetone.server.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.port.action.ActionResult;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Results of actions as counters, of which no model and no web server can make more than there are. */
@Tag("VIP-09")
class ActionMetricsTest {
    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ActionMetrics metrics = new ActionMetrics(Set.of("book", "transfer")::contains);

    private void acted(String action, String code) {
        metrics.on(null, new CallObserver.Acted(new ActionOutcome("1", action, 5, 10, 20, code)));
    }

    private double count(String action, String code) {
        return meters.get("sidetone_actions")
                .tag("action", action)
                .tag("code", code)
                .functionCounter()
                .count();
    }

    @Test
    void shouldCountEachActionByItsCodeBeforeAndAfterItIsShown() {
        acted("book", ActionResult.OK);
        metrics.bindTo(meters);
        acted("book", ActionResult.OK);
        acted("book", ActionResult.TIMEOUT);
        acted("transfer", ActionResult.INVALID_PARAMETERS);
        assertThat(count("book", "ok")).isEqualTo(2);
        assertThat(count("book", "timeout")).isEqualTo(1);
        assertThat(count("transfer", "invalid_parameters")).isEqualTo(1);
        assertThat(meters.getMeters()).hasSize(3);
    }

    @Test
    void shouldMakeNoSeriesOfNamesAndCodesThatNobodyRegistered() {
        metrics.bindTo(meters);
        for (int i = 0; i < 1_000; i++) {
            acted("made up " + i, ActionResult.NOT_REGISTERED);
            acted("book", "code of a server " + i);
        }
        assertThat(count(ActionMetrics.UNREGISTERED, "not_registered")).isEqualTo(1_000);
        assertThat(count("book", "failed")).isEqualTo(1_000);
        assertThat(meters.getMeters().stream().map(Meter::getId)).hasSize(2);
    }
}
