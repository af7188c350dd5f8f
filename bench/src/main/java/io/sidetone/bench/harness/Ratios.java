package io.sidetone.bench.harness;

import java.util.Arrays;
import java.util.Locale;

/**
 * The ratio of one arm to another, round by round: arms that run in turns share the machine's state.
 *
 * @param median the middle ratio; the lower of two
 * @param least the smallest
 * @param greatest the largest
 */
public record Ratios(double median, double least, double greatest) {
    /** When an arm differs from itself by more than this, the machine was too busy for a comparison. */
    private static final double NULL_TOLERANCE = 0.1;

    /** Returns the ratios of {@code arm} to {@code reference}; both have one figure for each round, at least one. */
    public static Ratios of(double[] arm, double[] reference) {
        if (arm.length != reference.length || arm.length == 0) {
            throw new IllegalArgumentException("arms of " + arm.length + " and " + reference.length
                    + " rounds have no ratios; both need the same rounds, at least one");
        }
        double[] ratios = new double[arm.length];
        for (int round = 0; round < arm.length; round++) {
            ratios[round] = arm[round] / reference[round];
        }
        Arrays.sort(ratios);
        return new Ratios(Spread.median(ratios), ratios[0], ratios[ratios.length - 1]);
    }

    /** Whether an arm equals itself within the tolerance. */
    public boolean nothing() {
        return Math.abs(median - 1) <= NULL_TOLERANCE;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median, least, greatest);
    }
}
