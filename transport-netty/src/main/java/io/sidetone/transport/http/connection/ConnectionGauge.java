package io.sidetone.transport.http.connection;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Number of HTTP connections that there are now. */
enum ConnectionGauge implements CounterName {
    /** Open ones. */
    OPEN("", "Open HTTP connections"),
    /** WebSockets without a key. */
    UNPROVEN("_unproven", "WebSockets that have shown no key yet");

    private final CounterSeries series;

    ConnectionGauge(String metric, String help) {
        this.series = CounterSeries.of("sidetone_http_connections" + metric, help);
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
