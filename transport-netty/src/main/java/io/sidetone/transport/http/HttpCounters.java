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
}
