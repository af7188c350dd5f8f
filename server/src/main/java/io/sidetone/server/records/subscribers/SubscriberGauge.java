package io.sidetone.server.records.subscribers;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Gauges of a subscriber. */
enum SubscriberGauge implements CounterName {
    /** Spooled and not delivered. */
    PENDING("pending", "Events spooled and not delivered"),
    /** Waiting for the disk. */
    QUEUED("queued", "Events that wait for the disk"),
    /** Size of the spool. */
    SPOOL_BYTES("spool_bytes", "Bytes of the spool"),
    /** 1 while it answers. */
    UP("up", "1 while the subscriber answers");

    private final CounterSeries series;

    SubscriberGauge(String metric, String help) {
        this.series = CounterSeries.of("sidetone_subscriber_" + metric, help);
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
