package io.sidetone.transport.ws;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counters of WebSocket connections. */
enum WsCounter implements CounterName {
    /** Connections that were upgraded. */
    OPENED,
    /** Handshakes that were refused. */
    REFUSED,
    /** Connections closed because a message was too long. */
    OVERSIZED,
    /** Connections closed because the peer broke the protocol. */
    MALFORMED,
    /** Connections closed because the peer sent nothing for too long. */
    SILENT,
    /** Connections closed because the peer read too slowly. */
    SLOW,
    /** Connections closed because they sent no key in time. */
    UNPROVEN,
    /** Audio dropped because the peer read too slowly. */
    AUDIO_DROPPED,
    /** Connections closed by a defect of this server. */
    FAULT;

    @Override
    public CounterSeries series() {
        return CounterSeries.of(
                "sidetone_ws_events",
                "WebSocket connections opened, refused, closed for a fault of the peer, and audio kept back",
                "event",
                this);
    }
}
