package io.sidetone.bench.scale;

import io.sidetone.bench.harness.Quiet;
import io.sidetone.bench.harness.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The goals of a run without SRTP, each with its result. Costs are judged where the server equals itself ({@link Arm#AGAIN}),
 * lateness where the control timer was quiet.
 */
final class Goals {
    private static final int RATIO_CALLS = 400;
    private static final double MOST_OF_RTPENGINE = 1.2;
    private static final double MOST_OF_ECHO = 1.8;
    private static final double MOST_OF_NODE = 0.9;
    private static final double LEAST_CALLS_PER_CORE = 1_200;
    private static final double LATE_PER_CORE_MS = 5;
    private static final int FEW_CALLS = 50;
    private static final double FEW_LATE_MS = 0.25;
    private static final double QUIET_KB = 150;
    private static final double SPEAKING_KB = 400;
    private static final double MOST_GROWTH = 1.25;

    private final ScaleResults results;
    private final List<String> lines = new ArrayList<>();
    private boolean held = true;

    private Goals(ScaleResults results) {
        this.results = results;
    }

    /** Judges {@code results}. */
    static Goals of(ScaleResults results) {
        Goals goals = new Goals(results);
        if (!results.plan().srtp()) {
            goals.carried();
            for (Arm server : List.of(Arm.SIDETONE, Arm.ONEPORT)) {
                goals.ratio(server, Arm.RTPENGINE, MOST_OF_RTPENGINE, 0.8);
                goals.ratio(server, Arm.ECHO, MOST_OF_ECHO, 1.3);
                goals.perCore(server);
            }
            goals.streams();
            goals.lateness();
            goals.memory();
            goals.growth();
        }
        return goals;
    }

    /** Returns a line for each goal that could be looked at. */
    List<String> lines() {
        return lines;
    }

    /** Returns whether every goal was met or could not be judged. */
    boolean held() {
        return held;
    }

    private void judge(String what, boolean met, String budget, Quiet quiet) {
        held &= quiet.excuses(met);
        lines.add(what + ": " + quiet.judged(met, budget));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** The server's cells that count, fewest calls first. */
    private List<Cell> ours() {
        return of(Arm.SIDETONE);
    }

    private List<Cell> of(Arm server) {
        return results.cells().stream()
                .filter(cell ->
                        cell.arm() == server && !Double.isNaN(cell.costUs().median()))
                .sorted(Comparator.comparingInt(Cell::calls))
                .toList();
    }

    /** Returns whether costs at so many calls can be judged: the server does not differ from itself. */
    private Quiet sameAsItself(Cell ours) {
        return results.ratios(ours.calls(), Arm.AGAIN, Arm.SIDETONE)
                .map(same -> new Quiet(same.nothing() ? 0 : Double.POSITIVE_INFINITY))
                .orElseGet(() -> new Quiet(ours.range(Turn::controlMs).median()));
    }

    /** A server that carries nothing has no figures that could miss a goal. */
    private void carried() {
        int fewest = results.plan().calls().get(0);
        for (Arm server : List.of(Arm.SIDETONE, Arm.STREAM, Arm.NODE)) {
            if (results.plan().arms().contains(server)) {
                boolean carries = of(server).stream().anyMatch(cell -> cell.calls() == fewest && cell.limit() == null);
                String what = server == Arm.SIDETONE ? "%d calls carried" : "%d calls of " + server + " carried";
                judge(text(what, fewest), carries, "in most rounds", new Quiet(0));
            }
        }
    }

    private void streams() {
        for (Cell ours : of(Arm.STREAM)) {
            results.cell(Arm.NODE, ours.calls()).ifPresent(node -> {
                double ratio = ours.costUs().median() / node.costUs().median();
                judge(
                        text(
                                "%d streams, medians of %d rounds, sidetone %.3f ms ÷ node ws %.3f ms a call-second %.2f",
                                ours.calls(), results.plan().rounds(), ours.callSecondMs(), node.callSecondMs(), ratio),
                        ratio <= MOST_OF_NODE,
                        "at most 0.9, wanted 0.5",
                        sameAsItself(ours));
            });
        }
    }

    private void ratio(Arm server, Arm reference, double most, double wanted) {
        Optional<Cell> nearest = of(server).stream()
                .filter(cell -> results.ratios(cell.calls(), server, reference).isPresent())
                .min(Comparator.comparingInt(cell -> Math.abs(cell.calls() - RATIO_CALLS)));
        if (nearest.isPresent()) {
            Range ratios =
                    results.ratios(nearest.get().calls(), server, reference).get();
            judge(
                    text("%d calls, %s ÷ %s %s", nearest.get().calls(), server, reference, ratios),
                    ratios.median() <= most,
                    text("at most %.1f, wanted %.1f", most, wanted),
                    sameAsItself(nearest.get()));
        }
    }

    private void perCore(Arm server) {
        of(server).stream()
                .filter(cell ->
                        cell.limit() == null && cell.range(Turn::latenessMs).median() <= LATE_PER_CORE_MS)
                .reduce((fewer, more) -> more)
                .ifPresent(cell -> judge(
                        text(
                                "calls of %s on one core, extrapolated from %d, frames late by %.2f ms at p99, none refused: %.0f",
                                server,
                                cell.calls(),
                                cell.range(Turn::latenessMs).median(),
                                cell.callsPerCore()),
                        cell.callsPerCore() >= LEAST_CALLS_PER_CORE,
                        "at least 1200, wanted 2000",
                        sameAsItself(cell)));
    }

    /** Of few calls where such were tried, else of the fewest. */
    private void lateness() {
        ours().stream()
                .filter(cell -> cell.calls() <= FEW_CALLS)
                .reduce((fewer, more) -> more)
                .or(() -> ours().stream().findFirst())
                .ifPresent(cell -> {
                    double late = cell.range(Turn::ownLatenessMs).median();
                    boolean few = cell.calls() <= FEW_CALLS;
                    judge(
                            text(
                                    "%d calls, frames late at p99 beyond the control timer's: %.3f ms",
                                    cell.calls(), late),
                            late <= (few ? FEW_LATE_MS : LATE_PER_CORE_MS),
                            few ? "at most 0.25 ms, wanted 0.1 ms" : "at most 5 ms",
                            new Quiet(cell.range(Turn::controlMs).median()));
                });
    }

    private void memory() {
        ours().stream()
                .filter(cell -> !Double.isNaN(cell.memory().quietKb()))
                .reduce((fewer, more) -> more)
                .ifPresent(cell -> {
                    // What is alive does not depend on what else the machine does.
                    Quiet always = new Quiet(0);
                    double quiet = cell.memory().quietKb();
                    double speaking = cell.memory().speakingKb();
                    judge(
                            text("%d calls, a quiet one: %.0f KB", cell.calls(), quiet),
                            quiet <= QUIET_KB,
                            "at most 150 KB",
                            always);
                    judge(
                            text("%d calls, a speaking one: %.0f KB", cell.calls(), speaking),
                            speaking <= SPEAKING_KB,
                            "at most 400 KB",
                            always);
                });
    }

    private void growth() {
        List<Cell> ours = ours();
        if (ours.size() > 1) {
            Cell few = ours.get(0);
            Cell many = ours.get(ours.size() - 1);
            double growth = many.costUs().median() / few.costUs().median();
            boolean same = sameAsItself(few).enough() && sameAsItself(many).enough();
            judge(
                    text("a packet pair of %d calls ÷ one of %d: %.2f", many.calls(), few.calls(), growth),
                    growth <= MOST_GROWTH,
                    "at most 1.25",
                    new Quiet(same ? 0 : Double.POSITIVE_INFINITY));
        }
    }
}
