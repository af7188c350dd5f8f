package io.sidetone.transport.http.connection;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counters of HTTP connection places. */
enum ConnectionCounter implements CounterName {
    /** HTTP connections closed at once for their number. */
    REFUSED("sidetone_http_connections_refused", "HTTP connections closed at once for their number"),
    /** HTTP connections that asked nothing or WebSockets without a key, closed to make room for others. */
    DISPLACED(
            "sidetone_http_connections_displaced",
            "HTTP connections that asked nothing or WebSockets without a key, closed to make room for others");

    private final CounterSeries series;

    ConnectionCounter(String metric, String help) {
        series = CounterSeries.of(metric, help);
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
