package io.sidetone.bench.harness;

import java.util.Arrays;
import java.util.Locale;

/**
 * A figure over rounds; all NaN when there is none.
 *
 * @param median the middle one; the lower of two
 * @param least the smallest
 * @param greatest the largest
 */
public record Range(double median, double least, double greatest) {
    /** Difference of a variant from itself above which the machine was too busy for a comparison. */
    private static final double NULL_TOLERANCE = 0.1;

    /** Returns the range of {@code values}, NaN among them left out. */
    public static Range of(double... values) {
        double[] known =
                Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
        return new Range(
                Spread.median(known),
                Arrays.stream(known).min().orElse(Double.NaN),
                Arrays.stream(known).max().orElse(Double.NaN));
    }

    /**
     * Returns the ratios of {@code variant} to {@code reference}, round by round: variants that run in turns share the machine's
     * state. Both have one figure for each round, at least one.
     */
    public static Range ratios(double[] variant, double[] reference) {
        if (variant.length != reference.length || variant.length == 0) {
            throw new IllegalArgumentException("arms of " + variant.length + " and " + reference.length
                    + " rounds have no ratios; both need the same rounds, at least one");
        }
        double[] ratios = new double[variant.length];
        for (int round = 0; round < variant.length; round++) {
            ratios[round] = variant[round] / reference[round];
        }
        return of(ratios);
    }

    /** Returns whether these are ratios of a variant that equals itself within the tolerance. */
    public boolean nothing() {
        return Math.abs(median - 1) <= NULL_TOLERANCE;
    }

    /** Returns it with two decimals: median, least and greatest; a dash when there is none. */
    @Override
    public String toString() {
        return Double.isNaN(median) ? "–" : String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median, least, greatest);
    }
}
