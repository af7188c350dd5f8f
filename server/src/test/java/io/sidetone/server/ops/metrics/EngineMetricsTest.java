package io.sidetone.server.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineKind;
import io.sidetone.speech.failover.Candidate;
import io.sidetone.speech.failover.Circuit;
import io.sidetone.speech.failover.Failover;
import io.sidetone.speech.failover.FailoverCounters;
import io.sidetone.speech.filler.FillerDialogue;
import io.sidetone.speech.meter.EngineMeter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class EngineMetricsTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final FailoverMetrics metrics = new FailoverMetrics(registry);
    private final Circuit circuit = new Circuit(() -> 0);
    private final FailoverCounters handOvers = new FailoverCounters();
    private final Supplier<ScheduledExecutorService> nobody = () -> null;
    private final List<FillerDialogue> fillers = List.of(new FillerDialogue(null, "One moment.", 100, nobody));
    private final EngineMeter meter = new EngineMeter("llm", EngineKind.DIALOGUE);

    private String scrape() {
        new Failover<DialogueModel>(
                List.of(
                        new Candidate<DialogueModel>("llm", null, circuit),
                        new Candidate<DialogueModel>("spare", null, circuit)),
                nobody,
                100,
                handOvers);
        new EngineMetrics(registry).bind(List.of(meter));
        metrics.circuit("llm", "dialogue", circuit);
        metrics.handOvers("dialogue", handOvers);
        metrics.prompts("tts", List.of());
        metrics.fillers("desk", fillers);
        return registry.scrape();
    }

    @Test
    void shouldShowACircuitThatOpens() {
        String before = scrape();
        assertThat(before)
                .contains("sidetone_engine_circuit_open{engine=\"llm\",role=\"dialogue\"} 0.0")
                .contains("sidetone_engine_handovers_total{from=\"llm\",role=\"dialogue\",to=\"spare\"} 0.0");
        circuit.failed(new EngineFailure("rejected", "no such key", false), "01J0000000000000000000CALL");
        assertThat(registry.scrape())
                .contains("sidetone_engine_circuit_open{engine=\"llm\",role=\"dialogue\"} 1.0")
                .contains("sidetone_engine_circuit_openings_total{engine=\"llm\",role=\"dialogue\"} 1.0");
    }

    @Test
    void shouldCountUnexpectedMessagesUnderTheFormerNameToo() {
        meter.unexpected.add(2);
        assertThat(scrape())
                .contains("sidetone_engine_unexpected_messages_total{engine=\"llm\",role=\"dialogue\"} 2.0")
                .contains("sidetone_engine_strange_total{engine=\"llm\",role=\"dialogue\"} 2.0");
    }

    @Test
    void shouldBeDocumented() throws Exception {
        String page = Files.readString(Path.of(System.getProperty("sidetone.root"), "docs", "engines.md"));
        TreeSet<String> missing = new TreeSet<>();
        Matcher name = Pattern.compile("(?m)^# TYPE (sidetone_\\w+) ").matcher(scrape());
        int shown = 0;
        while (name.find()) {
            shown++;
            if (!page.contains("`" + name.group(1))) {
                missing.add(name.group(1));
            }
        }
        assertThat(shown).isGreaterThanOrEqualTo(15);
        assertThat(missing).isEmpty();
    }
}
