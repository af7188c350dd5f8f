package io.sidetone.transport.realtime;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counters of Realtime sessions. */
public enum RealtimeCounter implements CounterName {
    /** Sessions that began. */
    SESSION,
    /** Handshakes that were refused. */
    REFUSED,
    /** Events of clients. */
    CLIENT_EVENT,
    /** Events that were answered by an error. */
    ERROR,
    /** Sessions that ended at their longest time. */
    EXPIRED;

    @Override
    public CounterSeries series() {
        return CounterSeries.of(
                "sidetone_realtime_events",
                "Realtime sessions, handshakes refused, events of clients and the errors among them",
                "event",
                this);
    }
}
