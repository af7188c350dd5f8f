package io.sidetone.transport.http.events;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counters of turn events. */
enum EventCounter implements CounterName {
    /** Turn events written to subscribers. */
    SENT("sidetone_events_sent", "Turn events written to subscribers"),
    /** Subscribers closed because they read too slowly. */
    SUBSCRIBERS_DROPPED("sidetone_event_subscribers_dropped", "Subscribers closed because they read too slowly");

    private final CounterSeries series;

    EventCounter(String metric, String help) {
        series = CounterSeries.of(metric, help);
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
