package io.sidetone.bench.response;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.bench.harness.Spread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measurements of the calls of each arm. Thread-safe. */
final class Answers {
    private final Map<String, Series> arms = new LinkedHashMap<>();

    /** One arm's. */
    private static final class Series {
        final List<Double> endToAnswerMs = Collections.synchronizedList(new ArrayList<>());
        int turns;
        int unanswered;
        int asked;
        int adopted;
        final Stages stages = new Stages();
    }

    Answers(List<PolicyArm> run) {
        run.forEach(arm -> arms.put(arm.name(), new Series()));
    }

    /** Adds what one call of {@code arm} measured; null for a turn that got no answer of its own. */
    synchronized void add(PolicyArm arm, List<Double> endToAnswerMs, List<JsonNode> stages, int asked, int adopted) {
        Series series = arms.get(arm.name());
        for (Double ms : endToAnswerMs) {
            series.turns++;
            if (ms == null) {
                series.unanswered++;
            } else {
                series.endToAnswerMs.add(ms);
            }
        }
        stages.forEach(series.stages::add);
        series.asked += asked;
        series.adopted += adopted;
    }

    /** Returns the rows of a Markdown table, one for each arm. */
    synchronized List<String> rows(String what) {
        List<String> rows = new ArrayList<>();
        arms.forEach((name, series) -> {
            double[] sorted = series.endToAnswerMs.stream()
                    .mapToDouble(Double::doubleValue)
                    .sorted()
                    .toArray();
            double p95 = sorted.length == 0 ? Double.NaN : sorted[(int) Math.ceil(sorted.length * 0.95) - 1];
            int answered = Math.max(1, series.turns - series.unanswered);
            rows.add(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.0f | %.0f | %d of %d | %.2f |",
                    what,
                    name,
                    Spread.median(sorted),
                    p95,
                    series.turns - series.unanswered,
                    series.turns,
                    (series.asked - series.adopted) / (double) answered));
        });
        return rows;
    }

    /** Returns the rows of the table of {@link Stages}, one for each arm. */
    synchronized List<String> stages(String what) {
        return arms.entrySet().stream()
                .map(arm -> arm.getValue().stages.row(what, arm.getKey()))
                .toList();
    }

    /** Returns whether every arm has answers. */
    synchronized boolean complete() {
        return arms.values().stream().noneMatch(series -> series.endToAnswerMs.isEmpty());
    }
}
