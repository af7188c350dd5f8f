package io.sidetone.bench.scale;

import io.sidetone.bench.callers.Callers;
import io.sidetone.bench.harness.Range;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * One arm at one number of calls.
 *
 * @param turns one for each round, those that do not count among them
 * @param memory of one call
 */
record Cell(Arm arm, int calls, List<Turn> turns, Memory memory) {
    /** Copies the list. */
    Cell {
        turns = List.copyOf(turns);
    }

    Cell with(Memory measured) {
        return new Cell(arm, calls, turns, measured);
    }

    /** Returns the range of a figure over the rounds that count. */
    Range range(ToDoubleFunction<Turn> figure) {
        return Range.of(turns.stream()
                .filter(turn -> turn.refusal() == null)
                .mapToDouble(figure)
                .toArray());
    }

    /** Returns the processor time of a packet pair, in µs. */
    Range costUs() {
        return range(Turn::costUs);
    }

    /** Returns the processor time for a second of one call, in ms. */
    double callSecondMs() {
        return Callers.PER_SECOND * costUs().median() / 1e3;
    }

    /** Returns the median of a group of threads, in µs of a packet pair. */
    double groupUs(String group) {
        return range(turn -> turn.groupUs().getOrDefault(group, 0.0)).median();
    }

    /** Returns in a sentence why the arm is not equal to so many calls, or null when it is, in most rounds. */
    String limit() {
        List<String> why = turns.stream()
                .map(Turn::strain)
                .filter(strain -> strain != null)
                .toList();
        return 2 * why.size() <= turns.size()
                ? null
                : String.format(
                        Locale.ROOT,
                        "%s does not carry %d calls: in %d of %d rounds it did not, in the first of them %s.",
                        arm,
                        calls,
                        why.size(),
                        turns.size(),
                        why.get(0));
    }

    /** Returns how many calls one core would carry if all of it went into packets, at 50 a second. */
    double callsPerCore() {
        return 1e6 / (Callers.PER_SECOND * costUs().median());
    }
}
