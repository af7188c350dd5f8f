package io.sidetone.transport.sip.digest;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Outcomes of requests from addresses that no trunk lists, where a trunk has a password for its peer. */
public enum AuthenticationCounter implements CounterName {
    /** Requests that were asked for a password. */
    CHALLENGED,
    /** Requests with the right one. */
    ACCEPTED,
    /** Requests whose nonce was none of their source, too old or used. */
    STALE,
    /** Requests with a wrong user or password for a nonce of their source. */
    FAILED,
    /** Requests dropped because their source was asked too often. */
    RATE_REFUSED,
    /** Requests dropped because their source gave too many wrong passwords. */
    LOCKED_OUT,
    /** Requests dropped because they belong to no dialog. */
    STRAY;

    @Override
    public CounterSeries series() {
        return CounterSeries.of(
                "sidetone_sip_authentications", "Requests of peers that have to show a password", "outcome", this);
    }
}
