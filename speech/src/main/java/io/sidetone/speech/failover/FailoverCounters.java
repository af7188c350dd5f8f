package io.sidetone.speech.failover;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts how often work moved from one engine to the next, over all calls. Thread-safe. */
public final class FailoverCounters {
    private final Map<Way, LongAdder> counts = new ConcurrentHashMap<>();

    /**
     * A move from one engine to another.
     *
     * @param from name in the configuration
     * @param to name in the configuration
     */
    public record Way(String from, String to) {}

    /** Registers every possible move between {@code engines}, which are in order of preference. */
    void possible(List<String> engines) {
        for (String from : engines) {
            for (String to : engines) {
                if (!from.equals(to)) {
                    counts.putIfAbsent(new Way(from, to), new LongAdder());
                }
            }
        }
    }

    void count(String from, String to) {
        counts.computeIfAbsent(new Way(from, to), way -> new LongAdder()).increment();
    }

    /** Returns the count of every possible move. */
    public Map<Way, LongAdder> counts() {
        return Map.copyOf(counts);
    }
}
