package io.sidetone.transport.capture;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Things that the tap counts instead of waiting for them. */
public enum CaptureCounter implements CounterName {
    /** Packets and messages that the ring had no room for. */
    DROPPED,
    /** SIP messages that the memory of the last minute had no room for: a capture that begins now lacks them. */
    NOT_KEPT,
    /** Captures begun. */
    STARTED,
    /** Captures ended at their limit of bytes or time. */
    LIMITED,
    /** Captures that could not begin or go on because the folder could not be written. */
    WRITE_FAILED,
    /** Copies sent to the collector. */
    HEP_SENT,
    /** Copies that could not be sent: the collector is unknown or refuses, or the message is larger than a datagram. */
    HEP_FAILED,
    /** Defects: exceptions while a packet was written, survived. */
    HANDLER_ERROR;

    @Override
    public CounterSeries series() {
        return CounterSeries.of(
                "sidetone_capture_events", "Copies of what went over the wire, and captures, by kind", "event", this);
    }
}
