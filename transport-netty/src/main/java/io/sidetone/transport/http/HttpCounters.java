package io.sidetone.transport.http;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.transport.http.connection.ConnectionCounters;
import java.util.concurrent.atomic.LongAdder;

/** Counters of the HTTP server. Thread-safe. */
public final class HttpCounters {
    private final ConnectionCounters connections = new ConnectionCounters();
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

    /** Registers every counter under {@code sidetone_http_}. */
    public void bindTo(MeterRegistry registry) {
        connections.bindTo(registry);
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

    /** Returns the counters of connection places. */
    ConnectionCounters places() {
        return connections;
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
        return connections.open();
    }

    /** Returns the number of WebSockets that have sent no key. */
    public int unprovenSockets() {
        return connections.unproven();
    }

    /** Returns how many connections were closed because of the limit. */
    public long connectionsRefused() {
        return connections.refused();
    }

    /** Returns how many connections were closed to make room for others. */
    public long connectionsDisplaced() {
        return connections.displaced();
    }

    /** Returns how many requests could not be read. */
    public long malformedRequests() {
        return malformed.sum();
    }

    /** Returns how many connections completed no request in time. */
    public long timeoutCount() {
        return timeouts.sum();
    }

    /** Returns how many requests lacked a valid token or host. */
    public long unauthorizedRequests() {
        return unauthorized.sum();
    }

    /** Returns how many handlers failed. */
    public long failureCount() {
        return failures.sum();
    }

    /** Returns how many answers had a status {@code statusClass}xx. */
    public long answersOf(int statusClass) {
        return answers[statusClass].sum();
    }
}
