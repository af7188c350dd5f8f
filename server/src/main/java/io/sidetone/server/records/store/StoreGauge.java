package io.sidetone.server.records.store;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Gauges of the call store. */
enum StoreGauge implements CounterName {
    /** Spooled and not delivered. */
    PENDING("pending", "Records spooled and not delivered"),
    /** Waiting for the disk. */
    QUEUED("queued", "Records that wait for the disk"),
    /** Size of the spool. */
    SPOOL_BYTES("spool_bytes", "Bytes of the spool"),
    /** Bound of the spool. */
    SPOOL_MAX_BYTES("spool_max_bytes", "Bytes it may have"),
    /** Cut off at the start. */
    DAMAGED_BYTES("damaged_bytes", "Bytes cut off as no whole record"),
    /** Remembered callers. */
    VISITORS("visitors", "Callers remembered in memory"),
    /** 1 while the database takes calls. */
    DATABASE_UP("database_up", "1 while the database takes calls");

    private final CounterSeries series;

    StoreGauge(String metric, String help) {
        this.series = CounterSeries.of("sidetone_store_" + metric, help);
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
