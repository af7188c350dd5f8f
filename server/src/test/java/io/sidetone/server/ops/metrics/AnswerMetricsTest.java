package io.sidetone.server.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.turn.event.AnswerTimes;
import org.junit.jupiter.api.Test;

class AnswerMetricsTest {
    private static final int BUDGET_MS = 800;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AnswerMetrics metrics = new AnswerMetrics(agent -> agent.equals("desk") ? BUDGET_MS : 0);

    private static AnswerTimes answer(long token, int textMs) {
        return new AnswerTimes(token, 0, "words", 300, 450, 450, textMs, textMs, textMs + 100, textMs + 120);
    }

    private String scraped() {
        return registry.scrape();
    }

    private CallRecord call(String agent) {
        CallSetup setup = new CallSetup(
                new CallSetup.Identity(
                        "01HZY0000000000000000000AA", "external", "sip-udp", agent, "", "", CallFacts.NONE, 1, 0, 0),
                CallSetup.Engines.of(null, null, null),
                CallSetup.Line.of(null, null),
                CallSetup.Terms.DEFAULT);
        return new CallRecord(setup, null);
    }

    @Test
    void shouldCountEachAnswerOnceByAgentAndStage() {
        metrics.bindTo(registry);
        CallRecord call = call("desk");
        call.answers().add(answer(64, 600));
        metrics.on(call, new CallObserver.ResponseDone(64, false, ""));
        metrics.on(call, new CallObserver.ResponseDone(128, false, ""));
        metrics.on(call, new CallObserver.Ended());
        assertThat(scraped())
                .contains("sidetone_answer_stage_seconds_count{agent=\"desk\",stage=\"endpoint\"} 1")
                .contains("sidetone_answer_stage_seconds_count{agent=\"desk\",stage=\"dialogue\"} 1")
                .contains("sidetone_answer_stage_seconds_bucket{agent=\"desk\",stage=\"endpoint\",le=\"0.3\"} 1")
                .doesNotContain("sidetone_answers_over_budget_total{");
    }

    @Test
    void shouldCountAnAnswerThatWasCutShortByTheEndOfTheCall() {
        metrics.bindTo(registry);
        CallRecord call = call("desk");
        call.answers().add(answer(64, 600));
        metrics.on(call, new CallObserver.Ended());
        assertThat(scraped()).contains("sidetone_answer_stage_seconds_count{agent=\"desk\",stage=\"voice\"} 1");
    }

    @Test
    void shouldNameTheStageThatTookMostWhenAnAnswerIsOverItsBudget() {
        metrics.bindTo(registry);
        CallRecord late = call("desk");
        late.answers().add(answer(64, 1_500));
        metrics.on(late, new CallObserver.ResponseDone(64, false, ""));
        CallRecord free = call("other");
        free.answers().add(answer(64, 1_500));
        metrics.on(free, new CallObserver.ResponseDone(64, false, ""));
        assertThat(scraped())
                .contains("sidetone_answers_over_budget_total{agent=\"desk\",stage=\"dialogue\"} 1.0")
                .doesNotContain("sidetone_answers_over_budget_total{agent=\"other\"");
    }
}
