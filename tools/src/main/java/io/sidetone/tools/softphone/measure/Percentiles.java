package io.sidetone.tools.softphone.measure;

import java.util.Arrays;

/**
 * The distribution of a set of durations.
 *
 * @param p50 median in milliseconds
 * @param p99 99th percentile in milliseconds
 * @param max largest in milliseconds
 */
public record Percentiles(double p50, double p99, double max) {
    private static final double NS_PER_MS = 1_000_000;

    /** Returns the nearest-rank percentiles of {@code valuesNs}, or null when there are none. */
    public static Percentiles ofNs(long[] valuesNs) {
        if (valuesNs.length == 0) {
            return null;
        }
        long[] sorted = valuesNs.clone();
        Arrays.sort(sorted);
        return new Percentiles(rank(sorted, 50), rank(sorted, 99), sorted[sorted.length - 1] / NS_PER_MS);
    }

    private static double rank(long[] sorted, int percent) {
        int index = (int) Math.ceil(sorted.length * percent / 100.0) - 1;
        return sorted[Math.max(0, index)] / NS_PER_MS;
    }
}
