package io.sidetone.transport.ws;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Number of WebSockets that there are now. */
enum WsGauge implements CounterName {
    /** Open ones. */
    CONNECTIONS("connections", "WebSocket connections");

    private final CounterSeries series;

    WsGauge(String metric, String help) {
        this.series = CounterSeries.of("sidetone_ws_" + metric, help);
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
