package io.sidetone.bench.scale;

import io.sidetone.bench.harness.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Results that a run has measured so far. One thread. */
final class ScaleResults {
    private final ScalePlan plan;
    private final List<String> machine;
    private final Map<Arm, Double> idleMsPerS = new TreeMap<>();
    private final List<Cell> cells = new ArrayList<>();

    ScaleResults(ScalePlan plan, List<String> machine) {
        this.plan = plan;
        this.machine = List.copyOf(machine);
    }

    /** Adds what {@code arm} takes without calls, in ms of processor a second. */
    void addIdle(Arm arm, double msPerS) {
        idleMsPerS.put(arm, msPerS);
    }

    void add(Cell cell) {
        cells.add(cell);
    }

    ScalePlan plan() {
        return plan;
    }

    /** Returns lines that say on which machine and when. */
    List<String> machine() {
        return machine;
    }

    Map<Arm, Double> idleMsPerS() {
        return idleMsPerS;
    }

    List<Cell> cells() {
        return cells;
    }

    /** Returns what was measured of an arm; empty where it was not tried. */
    Optional<Cell> cell(Arm arm, int calls) {
        return cells.stream()
                .filter(cell -> cell.arm() == arm && cell.calls() == calls)
                .findFirst();
    }

    /** Returns the ratios of what a packet pair costs over the rounds in which both arms count; empty without any. */
    Optional<Range> ratios(int calls, Arm variant, Arm reference) {
        Optional<Cell> over = cell(variant, calls);
        Optional<Cell> under = cell(reference, calls);
        if (over.isEmpty() || under.isEmpty()) {
            return Optional.empty();
        }
        List<Turn> overs = over.get().turns();
        List<Turn> unders = under.get().turns();
        List<Integer> both = new ArrayList<>();
        for (int round = 0; round < Math.min(overs.size(), unders.size()); round++) {
            if (overs.get(round).refusal() == null && unders.get(round).refusal() == null) {
                both.add(round);
            }
        }
        return both.isEmpty() ? Optional.empty() : Optional.of(Range.ratios(costs(overs, both), costs(unders, both)));
    }

    private static double[] costs(List<Turn> turns, List<Integer> rounds) {
        return rounds.stream().mapToDouble(round -> turns.get(round).costUs()).toArray();
    }

    /** Returns, in sentences, which arm did not carry how many calls, and what was left out because of it. */
    List<String> limits() {
        List<String> sentences = new ArrayList<>();
        for (Cell cell : cells) {
            if (cell.limit() != null) {
                boolean more = plan.calls().stream().anyMatch(calls -> calls > cell.calls());
                sentences.add(cell.limit() + (more ? " More calls were not tried." : ""));
            }
        }
        return sentences;
    }
}
