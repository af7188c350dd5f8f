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

    /** Returns the number of open connections. */
    public int open() {
        return open.get();
    }

    /** Returns the number of WebSockets that have sent no key. */
    public int unproven() {
        return unproven.get();
    }

    /** Returns how many connections were closed because of the limit. */
    public long refused() {
        return closed.value(ConnectionCounter.REFUSED);
    }

    /** Returns how many connections were closed to make room for others. */
    public long displaced() {
        return closed.value(ConnectionCounter.DISPLACED);
    }
}
