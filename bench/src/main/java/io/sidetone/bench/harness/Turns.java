package io.sidetone.bench.harness;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Variants measured in turns, forth in one round and back in the next, so that they share the machine's state. One warm-up
 * round goes before and does not count.
 *
 * @param <A> what is compared
 * @param <F> what is measured
 */
public final class Turns<A, F> {
    private final Map<A, List<F>> figures = new LinkedHashMap<>();

    /** Measures one variant once. */
    @FunctionalInterface
    public interface Measurement<A, F> {
        /** Measures {@code arm} for {@code seconds}. */
        F measure(A arm, int seconds) throws IOException, InterruptedException;
    }

    private Turns() {}

    /** Runs {@code rounds} rounds of {@code seconds} after a warm-up of {@code warmupS}, and prints each figure. */
    public static <A, F> Turns<A, F> run(
            List<A> arms, int rounds, int seconds, int warmupS, Measurement<A, F> measurement)
            throws IOException, InterruptedException {
        Turns<A, F> turns = new Turns<>();
        List<A> order = new ArrayList<>(arms);
        arms.forEach(arm -> turns.figures.put(arm, new ArrayList<>()));
        for (int round = 0; round <= rounds; round++) {
            for (A arm : order) {
                F figure = measurement.measure(arm, round == 0 ? warmupS : seconds);
                System.out.printf("%-8s %-12s %s%n", round == 0 ? "warm-up" : "round " + round, arm, figure);
                if (round > 0) {
                    turns.figures.get(arm).add(figure);
                }
            }
            Collections.reverse(order);
        }
        return turns;
    }

    /** Returns each round's figure. */
    public List<F> rounds(A arm) {
        return List.copyOf(figures.get(arm));
    }
}
