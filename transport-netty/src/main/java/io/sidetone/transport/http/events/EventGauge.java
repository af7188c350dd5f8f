package io.sidetone.transport.http.events;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Number of consumers of turn events that there are now. */
enum EventGauge implements CounterName {
    /** Subscribed connections. */
    SUBSCRIBERS("subscribers", "Connections subscribed to turn events");

    private final CounterSeries series;

    EventGauge(String metric, String help) {
        this.series = CounterSeries.of("sidetone_event_" + metric, help);
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
