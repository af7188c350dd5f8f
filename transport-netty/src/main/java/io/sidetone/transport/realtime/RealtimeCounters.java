package io.sidetone.transport.realtime;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.LongAdder;

/** What Realtime sessions count. Any thread. */
public final class RealtimeCounters {
    final LongAdder sessions = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder events = new LongAdder();
    final LongAdder errors = new LongAdder();
    final LongAdder expired = new LongAdder();

    /** Publishes what is counted here. */
    public void bindTo(MeterRegistry registry) {
        counter(registry, "session", sessions);
        counter(registry, "refused", refused);
        counter(registry, "client_event", events);
        counter(registry, "error", errors);
        counter(registry, "expired", expired);
    }

    private static void counter(MeterRegistry registry, String event, LongAdder adder) {
        FunctionCounter.builder("sidetone_realtime_events", adder, LongAdder::sum)
                .description("Realtime sessions, handshakes refused, events of clients and the errors among them")
                .tag("event", event)
                .register(registry);
    }
}
