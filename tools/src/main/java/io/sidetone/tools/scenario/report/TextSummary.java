package io.sidetone.tools.scenario.report;

import io.sidetone.config.problem.Printable;
import io.sidetone.tools.scenario.run.Failure;
import io.sidetone.tools.scenario.run.ScenarioResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Results as lines for a terminal. */
public final class TextSummary {
    private static final double MS_PER_S = 1_000;

    private TextSummary() {}

    /** Returns one line for each scenario, one more for each failure and note, and a last one for all. */
    public static List<String> of(List<ScenarioResult> results, long tookNs) {
        List<String> lines = new ArrayList<>();
        results.forEach(result -> lines.addAll(of(result)));
        long failed = results.stream().filter(result -> !result.passed()).count();
        double callS = results.stream().mapToLong(ScenarioResult::lengthMs).sum() / MS_PER_S;
        lines.add(String.format(
                Locale.ROOT,
                "%d scenarios, %d failed; %.1f s of calls in %.1f s",
                results.size(),
                failed,
                callS,
                tookNs / 1e9));
        return lines;
    }

    private static List<String> of(ScenarioResult result) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%-6s %-40s %6.1f s  %s",
                result.passed() ? "ok" : "FAILED",
                result.played().scenario().name(),
                result.lengthMs() / MS_PER_S,
                result.turns() + (result.turns() == 1 ? " turn" : " turns")));
        result.failures().forEach(failure -> lines.add("       " + of(result, failure)));
        result.notes().forEach(note -> lines.add("       note: " + Printable.text(note)));
        return lines;
    }

    /** Returns a failure with its file and line. */
    static String of(ScenarioResult result, Failure failure) {
        return result.played().file() + " line " + result.played().line(failure.part()) + ": "
                + Printable.text(failure.text());
    }
}
