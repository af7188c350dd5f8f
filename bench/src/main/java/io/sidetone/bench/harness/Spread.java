package io.sidetone.bench.harness;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

/** Median, 99th percentile (nearest rank) and maximum of some milliseconds; all NaN when there are none. */
public record Spread(double p50, double p99, double max) {
    /** Returns the spread of {@code values}, in ms. */
    public static Spread of(Collection<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0
                ? new Spread(Double.NaN, Double.NaN, Double.NaN)
                : new Spread(rank(sorted, 50), rank(sorted, 99), sorted[sorted.length - 1]);
    }

    private static double rank(double[] sorted, int percent) {
        return sorted[Math.max(0, (int) Math.ceil(sorted.length * percent / 100.0) - 1)];
    }

    /** Returns the median; the lower one of two. */
    public static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted.length == 0 ? Double.NaN : sorted[(sorted.length - 1) / 2];
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "p50 %7.1f   p99 %7.1f   max %7.1f ms", p50, p99, max);
    }
}
