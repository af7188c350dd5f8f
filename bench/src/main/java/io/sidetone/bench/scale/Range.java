package io.sidetone.bench.scale;

import io.sidetone.bench.harness.Spread;
import java.util.Arrays;
import java.util.Locale;

/**
 * A figure over the rounds that count; all NaN when there is none.
 *
 * @param median the middle one; the lower of two
 * @param least the smallest
 * @param greatest the largest
 */
record Range(double median, double least, double greatest) {
    /** Returns the range of {@code values}, NaN among them left out. */
    static Range of(double... values) {
        double[] known =
                Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
        return new Range(
                Spread.median(known),
                Arrays.stream(known).min().orElse(Double.NaN),
                Arrays.stream(known).max().orElse(Double.NaN));
    }

    /** Returns it with so many decimals: median, least and greatest; a dash when there is none. */
    String text(int decimals) {
        if (Double.isNaN(median)) {
            return "–";
        }
        String number = "%." + decimals + "f";
        return String.format(Locale.ROOT, number + " (" + number + " to " + number + ")", median, least, greatest);
    }
}
