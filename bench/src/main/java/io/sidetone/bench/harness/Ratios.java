package io.sidetone.bench.harness;

import java.util.Arrays;
import java.util.Locale;

/**
 * The ratio of one variant to another, round by round: variants that run in turns share the machine's state.
 *
 * @param median the middle ratio; the lower of two
 * @param least the smallest
 * @param greatest the largest
 */
public record Ratios(double median, double least, double greatest) {
    /** When a variant differs from itself by more than this, the machine was too busy for a comparison. */
    private static final double NULL_TOLERANCE = 0.1;

    /** Returns the ratios of {@code variant} to {@code reference}; both have one figure for each round, at least one. */
    public static Ratios of(double[] variant, double[] reference) {
        if (variant.length != reference.length || variant.length == 0) {
            throw new IllegalArgumentException("arms of " + variant.length + " and " + reference.length
                    + " rounds have no ratios; both need the same rounds, at least one");
        }
        double[] ratios = new double[variant.length];
        for (int round = 0; round < variant.length; round++) {
            ratios[round] = variant[round] / reference[round];
        }
        Arrays.sort(ratios);
        return new Ratios(Spread.median(ratios), ratios[0], ratios[ratios.length - 1]);
    }

    /** Whether a variant equals itself within the tolerance. */
    public boolean nothing() {
        return Math.abs(median - 1) <= NULL_TOLERANCE;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median, least, greatest);
    }
}
