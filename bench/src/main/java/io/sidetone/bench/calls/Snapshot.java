package io.sidetone.bench.calls;

import io.sidetone.bench.harness.Scrape;
import io.sidetone.bench.harness.TestedServer;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The server at one moment: every line of its metrics, and the processor time of all its threads.
 *
 * @param atNs time of the snapshot
 * @param metrics its counters
 * @param cpuNs its processor time so far
 */
public record Snapshot(long atNs, Scrape metrics, long cpuNs) {
    /** Takes one of {@code server}. Blocks. */
    public static Snapshot of(TestedServer server) throws IOException, InterruptedException {
        long atNs = System.nanoTime();
        // From schedstat: it is exact; the clock ticks of top are not.
        double cpuS = server.cpuByThread().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        return new Snapshot(atNs, server.scrape(), Math.round(cpuS * 1e9));
    }

    double sum(String name) {
        return metrics.sum(name, "");
    }

    /** The growth of a counter since {@code before}. */
    public double since(Snapshot before, String name, String label) {
        return metrics.sum(name, label) - before.metrics.sum(name, label);
    }

    /** The growth of a counter, all its labels together, since {@code before}. */
    public double since(Snapshot before, String name) {
        return since(before, name, "");
    }

    /**
     * Returns the upper bound, in seconds, of the histogram bucket with the {@code share} quantile of the values
     * recorded since {@code before}; NaN without values.
     */
    double quantileSince(Snapshot before, String histogram, double share) {
        TreeMap<Double, Double> upTo = countsSince(before, histogram);
        Map.Entry<Double, Double> bucket = bucket(upTo, share);
        return bucket == null ? Double.NaN : bucket.getKey();
    }

    /** Returns the same quantile, in seconds, as if the values of its bucket lay at equal distances. */
    public double interpolatedSince(Snapshot before, String histogram, double share) {
        TreeMap<Double, Double> upTo = countsSince(before, histogram);
        Map.Entry<Double, Double> bucket = bucket(upTo, share);
        if (bucket == null) {
            return Double.NaN;
        }
        Map.Entry<Double, Double> below = upTo.lowerEntry(bucket.getKey());
        double fromS = below == null ? 0 : below.getKey();
        double fromCount = below == null ? 0 : below.getValue();
        double targetCount = share * upTo.lastEntry().getValue();
        return fromS + (bucket.getKey() - fromS) * (targetCount - fromCount) / (bucket.getValue() - fromCount);
    }

    /** Values recorded since {@code before}, up to each bound in seconds. */
    private TreeMap<Double, Double> countsSince(Snapshot before, String histogram) {
        TreeMap<Double, Double> upTo = new TreeMap<>();
        for (String key : metrics.values().keySet()) {
            if (key.startsWith(histogram + "_bucket{")) {
                String le = key.replaceAll(".*le=\"([^\"]+)\".*", "$1");
                double bound = le.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(le);
                upTo.merge(
                        bound,
                        metrics.values().get(key) - before.metrics().values().getOrDefault(key, 0.0),
                        Double::sum);
            }
        }
        return upTo;
    }

    /** The bucket with the quantile, its bound and the count up to it; null without values. */
    private static Map.Entry<Double, Double> bucket(TreeMap<Double, Double> upTo, double share) {
        if (upTo.isEmpty() || upTo.lastEntry().getValue() == 0) {
            return null;
        }
        double targetCount = share * upTo.lastEntry().getValue();
        return upTo.entrySet().stream()
                .filter(entry -> entry.getValue() >= targetCount)
                .findFirst()
                .orElse(null);
    }
}
