package io.sidetone.bench.calls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The server at one moment: every line of its metrics, and the processor time of all its threads.
 *
 * @param atNs when
 * @param metrics value by name and labels, as Prometheus writes them
 * @param cpuNs processor time so far
 */
record Snapshot(long atNs, Map<String, Double> metrics, long cpuNs) {
    static Snapshot of(long atNs, String scrape, long pid) throws IOException {
        Map<String, Double> metrics = new TreeMap<>();
        scrape.lines()
                .filter(line -> !line.startsWith("#") && line.indexOf(' ') > 0)
                .forEach(line -> metrics.put(
                        line.substring(0, line.lastIndexOf(' ')),
                        Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))));
        return new Snapshot(atNs, metrics, cpuNs(pid));
    }

    /** From schedstat: exact, where the clock ticks of top are not. */
    private static long cpuNs(long pid) throws IOException {
        List<Path> tasks;
        try (Stream<Path> all = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            tasks = all.toList();
        }
        long sum = 0;
        for (Path task : tasks) {
            try {
                sum += Long.parseLong(
                        Files.readString(task.resolve("schedstat")).split(" ")[0]);
            } catch (NoSuchFileException ended) {
                continue;
            }
        }
        return sum;
    }

    /** Sum over all label sets that contain {@code label}. */
    double sum(String name, String label) {
        return metrics.entrySet().stream()
                .filter(entry -> entry.getKey().equals(name) || entry.getKey().startsWith(name + "{"))
                .filter(entry -> entry.getKey().contains(label))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    double sum(String name) {
        return sum(name, "");
    }

    /** The growth of a counter since {@code before}. */
    double since(Snapshot before, String name, String label) {
        return sum(name, label) - before.sum(name, label);
    }

    double since(Snapshot before, String name) {
        return since(before, name, "");
    }

    /**
     * The upper bound, in seconds, of the histogram bucket that holds the {@code share} quantile of what was recorded since
     * {@code before}; NaN if nothing was.
     */
    double quantileSince(Snapshot before, String histogram, double share) {
        TreeMap<Double, Double> upTo = new TreeMap<>();
        for (String key : metrics.keySet()) {
            if (key.startsWith(histogram + "_bucket{")) {
                String le = key.replaceAll(".*le=\"([^\"]+)\".*", "$1");
                double bound = le.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(le);
                upTo.merge(bound, metrics.get(key) - before.metrics().getOrDefault(key, 0.0), Double::sum);
            }
        }
        if (upTo.isEmpty() || upTo.lastEntry().getValue() == 0) {
            return Double.NaN;
        }
        double wanted = share * upTo.lastEntry().getValue();
        return upTo.entrySet().stream()
                .filter(entry -> entry.getValue() >= wanted)
                .findFirst()
                .map(Map.Entry::getKey)
                .orElse(Double.NaN);
    }
}
