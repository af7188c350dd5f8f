package io.sidetone.transport.http.connection;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.transport.metrics.CounterMeters;
import java.util.concurrent.atomic.AtomicInteger;

/** Counters of HTTP connection places. Thread-safe. */
public final class ConnectionCounters {
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger unproven = new AtomicInteger();
    private final SharedCounters<ConnectionCounter> closed = new SharedCounters<>(ConnectionCounter.class);

    /** Registers every counter under {@code sidetone_http_connections}. */
    public void bindTo(MeterRegistry registry) {
        CounterMeters.gauge(registry, ConnectionGauge.OPEN, open, AtomicInteger::get);
        CounterMeters.gauge(registry, ConnectionGauge.UNPROVEN, unproven, AtomicInteger::get);
        CounterMeters.bind(registry, closed);
    }

    void connected() {
        open.incrementAndGet();
    }

    void disconnected() {
        open.decrementAndGet();
    }

    void refuse() {
        closed.increment(ConnectionCounter.REFUSED);
    }

    void displace() {
        closed.increment(ConnectionCounter.DISPLACED);
    }

    void unproven(int sockets) {
        unproven.set(sockets);
    }
}
