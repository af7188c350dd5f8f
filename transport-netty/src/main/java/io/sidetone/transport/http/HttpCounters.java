package io.sidetone.transport.http;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What the HTTP server counts. Thread-safe. */
public final class HttpCounters {
    private final AtomicInteger connections = new AtomicInteger();
    private final LongAdder connectionsRefused = new LongAdder();
    private final LongAdder connectionsDisplaced = new LongAdder();
    private final LongAdder malformed = new LongAdder();
    private final LongAdder timeouts = new LongAdder();
    private final LongAdder unauthorized = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder[] answers = new LongAdder[6];

    /** Creates counters at zero. */
    public HttpCounters() {
        for (int i = 0; i < answers.length; i++) {
            answers[i] = new LongAdder();
        }
    }

    /** Registers everything under {@code sidetone_http_}. */
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("sidetone.http.connections", connections, AtomicInteger::get)
                .description("Open HTTP connections")
                .register(registry);
        counter(
                registry,
                "connections.refused",
                "HTTP connections closed at once for their number",
                connectionsRefused);
        counter(
                registry,
                "connections.displaced",
                "HTTP connections that asked nothing, closed to make room for others",
                connectionsDisplaced);
        counter(registry, "malformed", "HTTP requests that could not be read", malformed);
        counter(registry, "timeouts", "HTTP connections closed because no request was completed in time", timeouts);
        counter(registry, "unauthorized", "HTTP requests without the right token or host", unauthorized);
        counter(registry, "failures", "HTTP requests whose handler failed", failures);
        for (int i = 1; i < answers.length; i++) {
            FunctionCounter.builder("sidetone.http.answers", answers[i], LongAdder::sum)
                    .description("HTTP answers by class of status")
                    .tag("class", i + "xx")
                    .register(registry);
        }
    }

    private static void counter(MeterRegistry registry, String name, String what, LongAdder adder) {
        FunctionCounter.builder("sidetone.http." + name, adder, LongAdder::sum)
                .description(what)
                .register(registry);
    }

    /** Takes a place for a connection; false when all are taken. */
    boolean connected(int max) {
        if (connections.incrementAndGet() <= max) {
            return true;
        }
        connections.decrementAndGet();
        return false;
    }

    /** A connection was closed for the number of others. */
    void refused() {
        connectionsRefused.increment();
    }

    /** A connection takes the place of one that is being closed. */
    void displaced() {
        connections.incrementAndGet();
        connectionsDisplaced.increment();
    }

    void disconnected() {
        connections.decrementAndGet();
    }

    void malformed() {
        malformed.increment();
    }

    void timedOut() {
        timeouts.increment();
    }

    void unauthorized() {
        unauthorized.increment();
    }

    void failed() {
        failures.increment();
    }

    void answered(int status) {
        answers[Math.min(5, status / 100)].increment();
    }

    /** Returns the number of open connections. */
    public int connections() {
        return connections.get();
    }

    /** Returns how many connections were closed for their number. */
    public long connectionsRefused() {
        return connectionsRefused.sum();
    }

    /** Returns how many connections were closed to make room for others. */
    public long connectionsDisplaced() {
        return connectionsDisplaced.sum();
    }

    /** Returns how many requests could not be read. */
    public long malformedRequests() {
        return malformed.sum();
    }

    /** Returns how many connections completed no request in time. */
    public long timeoutCount() {
        return timeouts.sum();
    }

    /** Returns how many requests lacked the right token or host. */
    public long unauthorizedRequests() {
        return unauthorized.sum();
    }

    /** Returns how many handlers failed. */
    public long failureCount() {
        return failures.sum();
    }

    /** Returns how many answers had a status of {@code statusClass} hundred. */
    public long answersOf(int statusClass) {
        return answers[statusClass].sum();
    }
}
