package io.sidetone.server.ops.metrics;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.turn.event.AnswerStage;
import io.sidetone.core.turn.event.AnswerTimes;
import io.sidetone.server.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Time of answers, by agent and stage: {@code sidetone_answer_stage_seconds}, and which stage of an answer that
 * came later than its agent's {@code answer-budget} took most: {@code sidetone_answers_over_budget_total} and a line in the log.
 * Written on lanes, once per answer; read anywhere.
 */
public final class AnswerMetrics implements CallObserver, Part {
    private static final Logger LOG = LoggerFactory.getLogger("answer");
    private static final long MS = 1_000_000;
    private static final int DIGITS = 2;

    private final ToLongFunction<String> budgetMs;
    private final Map<CallRecord, AnswerTimes> counted = new ConcurrentHashMap<>();
    private final Map<String, List<ConcurrentHistogram>> stages = new ConcurrentHashMap<>();
    private final LabeledCounter over =
            new LabeledCounter(ServerMeter.ANSWERS_OVER_BUDGET, LabeledCounter.MANY, "agent", "stage");
    private final DurationHistogram times = new DurationHistogram(DurationMetric.ANSWER_STAGE);

    /**
     * Creates empty histograms.
     *
     * @param budgetMs of the agent of that name; 0 for none
     */
    public AnswerMetrics(ToLongFunction<String> budgetMs) {
        this.budgetMs = budgetMs;
    }

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof ResponseDone) {
            count(call);
        } else if (event instanceof Ended) {
            count(call);
            counted.remove(call);
        }
    }

    /** Counts the last answer of {@code call} unless it is counted. */
    private void count(CallRecord call) {
        AnswerTimes answer = call.answers().last();
        if (answer == null || counted.put(call, answer) == answer) {
            return;
        }
        String agent = call.agent();
        List<ConcurrentHistogram> histograms = stages.get(agent);
        if (histograms == null) {
            histograms = begin(agent);
        }
        for (AnswerStage stage : AnswerStage.values()) {
            histograms.get(stage.ordinal()).recordValue(stage.addedMs(answer) * MS);
        }
        long limitMs = budgetMs.applyAsLong(agent);
        if (limitMs > 0 && answer.audioMs() > limitMs) {
            overBudget(call, answer, limitMs);
        }
    }

    private void overBudget(CallRecord call, AnswerTimes answer, long limitMs) {
        AnswerStage slowest = AnswerStage.slowest(answer);
        over.count(call.agent(), slowest.wireName());
        LOG.warn(
                "{} answer of agent={} came after {} ms, its answer-budget is {} ms; stage={} took {} ms",
                call.setup().who().callId(),
                call.agent(),
                answer.audioMs(),
                limitMs,
                slowest.wireName(),
                slowest.addedMs(answer));
    }

    private synchronized List<ConcurrentHistogram> begin(String agent) {
        return stages.computeIfAbsent(agent, first -> {
            List<ConcurrentHistogram> histograms = new ArrayList<>();
            for (AnswerStage stage : AnswerStage.values()) {
                ConcurrentHistogram histogram = new ConcurrentHistogram(DIGITS);
                histograms.add(histogram);
                times.series(Labels.of("agent", agent, "stage", stage.wireName()), List.of(() -> copy(histogram)));
            }
            return List.copyOf(histograms);
        });
    }

    private static Histogram copy(ConcurrentHistogram histogram) {
        Histogram copy = new Histogram(DIGITS);
        copy.setAutoResize(true);
        copy.add(histogram);
        return copy;
    }

    /** Shows the counters in {@code registry}, those to come too, and the histograms. */
    @Override
    public void bindTo(PrometheusMeterRegistry registry) {
        over.bindTo(registry);
        registry.getPrometheusRegistry().register(times);
    }
}
