package io.sidetone.server.ops.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.core.metrics.CounterName;
import io.sidetone.transport.metrics.CounterMeters;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counter with a series for each combination of label values that was counted, and a bound on their number. Any thread; the first count
 * of a series takes a lock.
 */
final class LabeledCounter {
    /** Bound where labels come from the configuration, which reloads change. */
    static final int MANY = 1_000;

    /** Value of every label of what is beyond the bound. */
    static final String OTHER = "other";

    private final CounterName name;
    private final int most;
    private final List<String> labels;
    private final Map<List<String>, LongAdder> counts = new ConcurrentHashMap<>();
    private MeterRegistry meters;

    /** Creates a counter of at most {@code most} series, and one more for everything beyond. */
    LabeledCounter(CounterName name, int most, String... labels) {
        this.name = name;
        this.most = most;
        this.labels = List.of(labels);
    }

    /** Counts one with {@code values}, in the order of the labels. */
    void count(String... values) {
        List<String> series = List.of(values);
        LongAdder count = counts.get(series);
        (count == null ? begin(series) : count).increment();
    }

    private synchronized LongAdder begin(List<String> wanted) {
        boolean room = counts.size() < most || counts.containsKey(wanted);
        List<String> series = room ? wanted : Collections.nCopies(labels.size(), OTHER);
        return counts.computeIfAbsent(series, first -> {
            LongAdder count = new LongAdder();
            if (meters != null) {
                show(series, count);
            }
            return count;
        });
    }

    private void show(List<String> series, LongAdder count) {
        String[] tags = new String[2 * labels.size()];
        for (int i = 0; i < labels.size(); i++) {
            tags[2 * i] = labels.get(i);
            tags[2 * i + 1] = series.get(i);
        }
        CounterMeters.counter(meters, name, count, LongAdder::sum, tags);
    }

    /** Shows the series in {@code registry}, those to come too. */
    synchronized void bindTo(MeterRegistry registry) {
        meters = registry;
        counts.forEach(this::show);
    }
}
