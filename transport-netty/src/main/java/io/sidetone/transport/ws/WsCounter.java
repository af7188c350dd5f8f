package io.sidetone.transport.ws;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** What WebSocket connections count. */
enum WsCounter implements CounterName {
    /** Connections that were upgraded. */
    OPENED,
    /** Handshakes that were refused. */
    REFUSED,
    /** Connections closed because a message was too long. */
    OVERSIZED,
    /** Connections closed because the peer broke the protocol. */
    MALFORMED,
    /** Connections closed because the peer said nothing for too long. */
    SILENT,
    /** Connections closed because the peer read too slowly. */
    SLOW,
    /** Connections closed because they showed no key in time. */
    UNPROVEN,
    /** Audio kept back because the peer took no more. */
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
