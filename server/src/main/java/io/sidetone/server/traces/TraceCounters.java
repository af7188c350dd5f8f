package io.sidetone.server.traces;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.LongAdder;

/** What became of spans. Any thread. */
final class TraceCounters {
    /** Spans that the collector took. */
    final LongAdder sent = new LongAdder();
    /** Spans that found no room. */
    final LongAdder dropped = new LongAdder();
    /** Spans that the collector did not take. */
    final LongAdder refused = new LongAdder();
    /** Steps of calls that found no room: their spans lack something. */
    final LongAdder missed = new LongAdder();

    void bind(MeterRegistry registry) {
        count(registry, "sidetone_trace_spans_sent", "Spans that the collector took", sent);
        count(registry, "sidetone_trace_spans_dropped", "Spans that found no room in the queue", dropped);
        count(registry, "sidetone_trace_spans_refused", "Spans that the collector did not take", refused);
        count(registry, "sidetone_trace_steps_missed", "Events of calls that found no room: spans lack them", missed);
    }

    private static void count(MeterRegistry registry, String name, String help, LongAdder count) {
        FunctionCounter.builder(name, count, LongAdder::sum).description(help).register(registry);
    }
}
