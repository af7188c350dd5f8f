package io.sidetone.transport.pbx;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counters of the connections of one dialect. The name, in lower case, is the metric's label. */
public enum PbxCounter implements CounterName {
    /** Connections that became calls. */
    CALLS,
    /** Connections refused for a wrong or missing secret, or their address. */
    ACCESS_REFUSED,
    /** Calls refused because no agent accepts them or there is no room. */
    CALLS_REFUSED,
    /** Text that is not a message of the dialect. */
    MALFORMED_TEXT,
    /** Messages of an unknown kind: ignored. */
    UNKNOWN_EVENTS,
    /** Messages with impossible content: an invalid digit, a mark that was never sent, a second beginning. */
    BAD_EVENTS,
    /** Media formats that are not supported. */
    FORMAT_REFUSED,
    /** Media before the call began, or in another format than the call's: dropped. */
    MEDIA_OUT_OF_PLACE,
    /** Media messages without a byte. */
    EMPTY_MEDIA,
    /** Media messages that end within a sample: the whole samples are used. */
    ODD_MEDIA,
    /** Marks of turns that were cleared: ignored. */
    STALE_MARKS,
    /** Errors that the switch reported. */
    PEER_ERRORS,
    /** Messages not sent because the dialect forbids their size. */
    TOO_LONG_OUT,
    /** Messages above the size limit: the connection is closed. */
    OVERSIZE,
    /** Connections that ended within a message. */
    TRUNCATED,
    /** Connections closed because their first message did not arrive in time. */
    SILENT_STARTS,
    /** Connections closed because nothing arrived for long. */
    SILENT_PEERS,
    /** Connections above the limit. */
    CONNECTIONS_REFUSED,
    /** Connections that failed. */
    SOCKET_ERRORS,
    /** Pauses that the switch requested because its queue is full. */
    QUEUE_FULL;

    @Override
    public CounterSeries series() {
        return CounterSeries.of(
                "sidetone_pbx_events", "What happened on connections of telephone switches", "event", this);
    }
}
