package io.sidetone.transport.ws;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.LongAdder;

/** What WebSocket connections count. Any thread. */
public final class WsCounters {
    final LongAdder opened = new LongAdder();
    final LongAdder closed = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder oversized = new LongAdder();
    final LongAdder malformed = new LongAdder();
    final LongAdder silent = new LongAdder();
    final LongAdder slow = new LongAdder();
    final LongAdder unproven = new LongAdder();
    final LongAdder audioDropped = new LongAdder();
    final LongAdder faults = new LongAdder();

    /** Publishes what is counted here. */
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("sidetone_ws_connections", this, c -> c.opened.sum() - c.closed.sum())
                .description("WebSocket connections")
                .register(registry);
        counter(registry, "opened", opened);
        counter(registry, "refused", refused);
        counter(registry, "oversized", oversized);
        counter(registry, "malformed", malformed);
        counter(registry, "silent", silent);
        counter(registry, "slow", slow);
        counter(registry, "unproven", unproven);
        counter(registry, "audio_dropped", audioDropped);
        counter(registry, "fault", faults);
    }

    private static void counter(MeterRegistry registry, String event, LongAdder adder) {
        FunctionCounter.builder("sidetone_ws_events", adder, LongAdder::sum)
                .description(
                        "WebSocket connections opened, refused, closed for a fault of the peer, and audio kept back")
                .tag("event", event)
                .register(registry);
    }

    /** Returns the connections that are open. */
    public long connections() {
        return opened.sum() - closed.sum();
    }
}
