package io.sidetone.transport.http.connection;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counters of HTTP connection places. Thread-safe. */
public final class ConnectionCounters {
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger unproven = new AtomicInteger();
    private final LongAdder refused = new LongAdder();
    private final LongAdder displaced = new LongAdder();

    /** Registers every counter under {@code sidetone_http_connections}. */
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("sidetone.http.connections", open, AtomicInteger::get)
                .description("Open HTTP connections")
                .register(registry);
        Gauge.builder("sidetone.http.connections.unproven", unproven, AtomicInteger::get)
                .description("WebSockets that have shown no key yet")
                .register(registry);
        FunctionCounter.builder("sidetone.http.connections.refused", refused, LongAdder::sum)
                .description("HTTP connections closed at once for their number")
                .register(registry);
        FunctionCounter.builder("sidetone.http.connections.displaced", displaced, LongAdder::sum)
                .description(
                        "HTTP connections that asked nothing or WebSockets without a key, closed to make room for others")
                .register(registry);
    }

    void connected() {
        open.incrementAndGet();
    }

    void disconnected() {
        open.decrementAndGet();
    }

    void refuse() {
        refused.increment();
    }

    void displace() {
        displaced.increment();
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
        return refused.sum();
    }

    /** Returns how many connections were closed to make room for others. */
    public long displaced() {
        return displaced.sum();
    }
}
