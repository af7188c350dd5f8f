package io.sidetone.bench.response;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.bench.harness.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Times at which the answers of one arm reached each stage, in ms after what the detector took for the caller's last sound. Not
 * thread-safe.
 */
final class Stages {
    private static final List<String> ALL = List.of("decided", "words", "request", "text", "clause", "voice", "audio");

    private final Map<String, List<Double>> reachedMs = new LinkedHashMap<>();

    Stages() {
        ALL.forEach(stage -> reachedMs.put(stage, new ArrayList<>()));
    }

    /** Adds one answer, as the API gives it. */
    void add(JsonNode answer) {
        reachedMs.forEach((stage, ms) -> {
            JsonNode at = answer.path(stage + "Ms");
            if (at.isNumber()) {
                ms.add(at.doubleValue());
            }
        });
    }

    /** Returns the head of a Markdown table. */
    static String head() {
        return "| median ms after the detector's last speech | policy | " + String.join(" | ", ALL) + " |\n|"
                + " --- |".repeat(ALL.size() + 2);
    }

    /** Returns a row of it. */
    String row(String what, String arm) {
        StringBuilder row = new StringBuilder("| " + what + " | " + arm + " |");
        reachedMs.values().forEach(ms -> {
            double median = Spread.of(ms).p50();
            row.append(Double.isNaN(median) ? " – |" : String.format(Locale.ROOT, " %.0f |", median));
        });
        return row.toString();
    }
}
