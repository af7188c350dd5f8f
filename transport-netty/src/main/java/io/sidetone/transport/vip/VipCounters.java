package io.sidetone.transport.vip;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.transport.metrics.CounterMeters;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counters of /vip. Thread-safe. */
public final class VipCounters {
    private final SharedCounters<VipCounter> values = new SharedCounters<>(VipCounter.class);
    private final Map<String, LongAdder> refused = new ConcurrentHashMap<>();
    private volatile MeterRegistry registry;

    /** Shows the counters in {@code to}. */
    public void bindTo(MeterRegistry to) {
        CounterMeters.bind(to, values);
        registry = to;
        refused.forEach((code, count) -> show(to, code, count));
    }

    private static void show(MeterRegistry to, String code, LongAdder count) {
        CounterMeters.counter(to, VipFigure.REFUSED, count, LongAdder::sum, "code", code);
    }

    void session() {
        values.increment(VipCounter.SESSIONS);
    }

    void audioDropped() {
        values.increment(VipCounter.AUDIO_DROPPED);
    }

    /** A message was refused; {@code code} is one of ours. */
    void refused(String code) {
        refused.computeIfAbsent(code, name -> {
                    LongAdder count = new LongAdder();
                    if (registry != null) {
                        show(registry, name, count);
                    }
                    return count;
                })
                .increment();
    }
}
