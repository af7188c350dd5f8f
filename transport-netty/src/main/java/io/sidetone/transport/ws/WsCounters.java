package io.sidetone.transport.ws;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.transport.metrics.CounterMeters;
import java.util.concurrent.atomic.LongAdder;

/** The counters of WebSocket connections, and the number of open ones. Any thread. */
public final class WsCounters {
    private final SharedCounters<WsCounter> values = new SharedCounters<>(WsCounter.class);
    private final LongAdder closed = new LongAdder();

    /** Publishes the counters. */
    public void bindTo(MeterRegistry registry) {
        CounterMeters.gauge(registry, WsGauge.CONNECTIONS, this, WsCounters::connections);
        CounterMeters.bind(registry, values);
    }

    void increment(WsCounter counter) {
        values.increment(counter);
    }

    long value(WsCounter counter) {
        return values.value(counter);
    }

    void closed() {
        closed.increment();
    }

    /** Returns the number of open connections. */
    public long connections() {
        return values.value(WsCounter.OPENED) - closed.sum();
    }
}
