package io.sidetone.server.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.dial.DialPlan;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallOrigin;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndedCallMeterTest {
    private static CallSetup setup(String trunk) {
        return new CallSetup(
                new CallSetup.Identity(
                        "01HZY0000000000000000000AA",
                        "external",
                        "sip-udp",
                        "desk",
                        "",
                        "",
                        CallFacts.NONE.by(new CallOrigin(trunk, "", List.of())),
                        1,
                        0,
                        0),
                CallSetup.Engines.of(null, null, null),
                CallSetup.Line.of(null, null),
                CallSetup.Terms.DEFAULT);
    }

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final EndedCallMeter meter = new EndedCallMeter();

    private void ended(CallSetup setup, EndCause cause) {
        CallRecord.Writer writer = new CallRecord.Writer(setup, null);
        meter.on(writer.record(), new CallObserver.Opened());
        writer.ended(cause, 0);
        meter.on(writer.record(), new CallObserver.Ended());
    }

    private List<String> lines() {
        return registry.scrape().lines().filter(line -> !line.startsWith("#")).toList();
    }

    @Test
    void shouldCountEachEndedCallByAgentTrunkDirectionAndCause() {
        meter.bindTo(registry);
        ended(setup("carrier"), EndCause.CALLER_HUNG_UP);
        ended(setup("carrier"), EndCause.CALLER_HUNG_UP);
        ended(setup("carrier").placed(new DialPlan(true, true, "")), EndCause.BUSY);
        ended(setup(""), EndCause.MEDIA_TIMEOUT);
        String start = "sidetone_calls_ended_total{agent=\"desk\",cause=";
        assertThat(lines())
                .containsExactlyInAnyOrder(
                        start + "\"CALLER_HUNG_UP\",direction=\"in\",trunk=\"carrier\"} 2.0",
                        start + "\"BUSY\",direction=\"out\",trunk=\"carrier\"} 1.0",
                        start + "\"MEDIA_TIMEOUT\",direction=\"in\",trunk=\"\"} 1.0");
    }
}
