package io.sidetone.transport;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.function.Consumer;

/** What counters export, as monitoring reads it. */
public final class Counted {
    private Counted() {}

    /**
     * Returns the present value of one metric.
     *
     * @param counters registers its metrics
     * @param labels further labels, as name and value in turns
     */
    public static long by(Consumer<MeterRegistry> counters, String metric, String... labels) {
        return (long) registered(counters)
                .get(metric)
                .tags(labels)
                .meter()
                .measure()
                .iterator()
                .next()
                .getValue();
    }

    /** Returns how many series one metric has, told apart by their labels. */
    public static int series(Consumer<MeterRegistry> counters, String metric) {
        return registered(counters).find(metric).meters().size();
    }

    private static MeterRegistry registered(Consumer<MeterRegistry> counters) {
        MeterRegistry registry = new SimpleMeterRegistry();
        counters.accept(registry);
        return registry;
    }
}
