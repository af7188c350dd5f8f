package io.sidetone.bench.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The results of a run as Markdown. */
final class ScaleTable {
    private final ScaleResults results;

    ScaleTable(ScaleResults results) {
        this.results = results;
    }

    /** Returns all of it. */
    List<String> lines() {
        ScalePlan plan = results.plan();
        List<String> lines = new ArrayList<>(results.machine());
        lines.add("");
        lines.add(text(
                "%s calls; %d rounds of %d s after a warm-up of %d s; medians with the least and greatest round.",
                plan.srtp() ? "SRTP" : "RTP", plan.rounds(), plan.seconds(), plan.warmupS()));
        if (!results.idleMsPerS().isEmpty()) {
            lines.add("Without calls, in ms of processor a second: "
                    + results.idleMsPerS().entrySet().stream()
                            .map(idle -> text("%s %.2f", idle.getKey(), idle.getValue()))
                            .collect(Collectors.joining(", "))
                    + ".");
        }
        lines.add("");
        costs(lines);
        lines.add("");
        server(lines);
        lines.add("");
        ratios(lines);
        bullets(lines, results.limits());
        bullets(lines, refusals());
        bullets(lines, Goals.of(results).lines());
        return lines;
    }

    private static void bullets(List<String> lines, List<String> sentences) {
        if (!sentences.isEmpty()) {
            lines.add("");
            sentences.forEach(sentence -> lines.add("- " + sentence));
        }
    }

    private void costs(List<String> lines) {
        lines.add("| calls | arm | processor µs of a packet pair | " + String.join(" | ", ThreadGroups.ALL)
                + " | delivered |");
        lines.add("|---|---|---|" + "---|".repeat(ThreadGroups.ALL.size()) + "---|");
        for (Cell cell : results.cells()) {
            String groups = ThreadGroups.ALL.stream()
                    .map(group -> number("%.2f", cell.groupUs(group)))
                    .collect(Collectors.joining(" | "));
            lines.add(text(
                    "| %d | %s | %s | %s | %s |",
                    cell.calls(),
                    cell.arm(),
                    cell.costUs(),
                    groups,
                    number("%.3f", cell.range(Turn::delivered).median())));
        }
    }

    private void server(List<String> lines) {
        lines.add(
                "| calls | arm | frames late p99 ms | beyond the control timer's | control timer p99 ms | refused by the ring "
                        + "| frames skipped | heap of a call, speaking / quiet KB | resident KB of a call | calls on one core |");
        lines.add("|---|---|---|---|---|---|---|---|---|---|");
        for (Cell cell : results.cells()) {
            Memory memory = cell.memory();
            lines.add(text(
                    "| %d | %s | %s | %s | %s | %s | %s | %s / %s | %s | %s |",
                    cell.calls(),
                    cell.arm(),
                    cell.range(Turn::latenessMs),
                    cell.range(Turn::ownLatenessMs),
                    cell.range(Turn::controlMs),
                    number("%.0f", cell.range(Turn::refused).median()),
                    number("%.0f", cell.range(Turn::skipped).median()),
                    number("%.0f", memory.speakingKb()),
                    number("%.0f", memory.quietKb()),
                    number("%.0f", memory.residentKb()),
                    number("%.0f", cell.callsPerCore())));
        }
    }

    private void ratios(List<String> lines) {
        List<Compared> pairs = Compared.of(results.plan());
        if (pairs.isEmpty()) {
            return;
        }
        lines.add("| calls | "
                + pairs.stream()
                        .map(pair -> pair.variant() + " ÷ " + pair.reference())
                        .collect(Collectors.joining(" | "))
                + " |");
        lines.add("|---|" + "---|".repeat(pairs.size()));
        results.cells().stream()
                .map(Cell::calls)
                .distinct()
                .forEach(calls -> lines.add(text(
                        "| %d | %s |",
                        calls, pairs.stream().map(pair -> ratio(calls, pair)).collect(Collectors.joining(" | ")))));
    }

    private String ratio(int calls, Compared pair) {
        return results.ratios(calls, pair.variant(), pair.reference())
                .map(Object::toString)
                .orElse("–");
    }

    private List<String> refusals() {
        List<String> sentences = new ArrayList<>();
        for (Cell cell : results.cells()) {
            for (int round = 0; round < cell.turns().size(); round++) {
                String why = cell.turns().get(round).refusal();
                if (why != null) {
                    sentences.add(text(
                            "Round %d of %s with %d calls is refused: %s.", round + 1, cell.arm(), cell.calls(), why));
                }
            }
        }
        return sentences;
    }

    private static String number(String format, double value) {
        return Double.isNaN(value) ? "–" : text(format, value);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
