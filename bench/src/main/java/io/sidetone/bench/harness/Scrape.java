package io.sidetone.bench.harness;

import java.util.Map;
import java.util.TreeMap;

/**
 * Every line of a server's metrics at one moment.
 *
 * @param values by name and labels, as Prometheus writes them
 */
public record Scrape(Map<String, Double> values) {
    /** Reads a page of metrics. */
    static Scrape of(String page) {
        Map<String, Double> values = new TreeMap<>();
        page.lines()
                .filter(line -> !line.startsWith("#") && line.indexOf(' ') > 0)
                .forEach(line -> values.put(
                        line.substring(0, line.lastIndexOf(' ')),
                        Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))));
        return new Scrape(values);
    }

    /** Returns the sum over all label sets; 0 without any. */
    public double sum(String name) {
        return sum(name, "");
    }

    /** Returns the sum over all label sets that contain {@code label}; 0 without any. */
    public double sum(String name, String label) {
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().equals(name) || entry.getKey().startsWith(name + "{"))
                .filter(entry -> entry.getKey().contains(label))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** Returns the mean of a histogram over the label sets that contain {@code label}; NaN without values. */
    public double mean(String histogram, String label) {
        return sum(histogram + "_sum", label) / sum(histogram + "_count", label);
    }

    /** Returns the growth of a counter, all its labels together, since {@code before}. */
    public double since(Scrape before, String name) {
        return sum(name) - before.sum(name);
    }

    /**
     * Returns the {@code share} quantile, in seconds, of the values that a histogram recorded since {@code before}, as if those of a
     * bucket lay at equal distances; NaN without values.
     */
    public double quantileSince(Scrape before, String histogram, double share) {
        TreeMap<Double, Double> upTo = new TreeMap<>();
        values.forEach((key, count) -> {
            if (key.startsWith(histogram + "_bucket{")) {
                String le = key.replaceAll(".*le=\"([^\"]+)\".*", "$1");
                double bound = le.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(le);
                upTo.merge(bound, count - before.values.getOrDefault(key, 0.0), Double::sum);
            }
        });
        if (upTo.isEmpty() || upTo.lastEntry().getValue() == 0) {
            return Double.NaN;
        }
        double targetCount = share * upTo.lastEntry().getValue();
        double fromS = 0;
        double fromCount = 0;
        for (Map.Entry<Double, Double> bucket : upTo.entrySet()) {
            if (bucket.getValue() >= targetCount) {
                return fromS + (bucket.getKey() - fromS) * (targetCount - fromCount) / (bucket.getValue() - fromCount);
            }
            fromS = bucket.getKey();
            fromCount = bucket.getValue();
        }
        return Double.NaN;
    }
}
