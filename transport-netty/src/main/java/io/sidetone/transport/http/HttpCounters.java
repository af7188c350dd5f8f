package io.sidetone.transport.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.transport.http.connection.ConnectionCounters;
import io.sidetone.transport.metrics.CounterMeters;

/** Counters of the HTTP server. Thread-safe. */
public final class HttpCounters {
    private final ConnectionCounters connections = new ConnectionCounters();
    private final SharedCounters<HttpCounter> requests = new SharedCounters<>(HttpCounter.class);
    private final SharedCounters<AnswerCounter> answers = new SharedCounters<>(AnswerCounter.class);

    /** Registers every counter under {@code sidetone_http_}. */
    public void bindTo(MeterRegistry registry) {
        connections.bindTo(registry);
        CounterMeters.bind(registry, requests);
        CounterMeters.bind(registry, answers);
    }

    /** Returns the counters of connection places. */
    ConnectionCounters places() {
        return connections;
    }

    void malformed() {
        requests.increment(HttpCounter.MALFORMED);
    }

    void timedOut() {
        requests.increment(HttpCounter.TIMEOUTS);
    }

    void unauthorized() {
        requests.increment(HttpCounter.UNAUTHORIZED);
    }

    void failed() {
        requests.increment(HttpCounter.FAILURES);
    }

    void tlsFailed() {
        requests.increment(HttpCounter.TLS_FAILURES);
    }

    void answered(int status) {
        answers.increment(AnswerCounter.of(status));
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
        return requests.value(HttpCounter.MALFORMED);
    }

    /** Returns how many connections completed no request in time. */
    public long timeoutCount() {
        return requests.value(HttpCounter.TIMEOUTS);
    }

    /** Returns how many requests lacked a valid token or host. */
    public long unauthorizedRequests() {
        return requests.value(HttpCounter.UNAUTHORIZED);
    }

    /** Returns how many handlers failed. */
    public long failureCount() {
        return requests.value(HttpCounter.FAILURES);
    }

    /** Returns how many connections of a TLS port came to no TLS session. */
    public long tlsFailures() {
        return requests.value(HttpCounter.TLS_FAILURES);
    }

    /** Returns how many answers had a status {@code statusClass}xx. */
    public long answersOf(int statusClass) {
        return answers.value(AnswerCounter.of(100 * statusClass));
    }
}
