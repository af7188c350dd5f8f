package io.sidetone.server.agents.answering;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counts of decisions on calls while they rang. */
enum AnswerCounter implements CounterName {
    /** An agent takes the call, as the answer says. */
    TAKEN,
    /** Nobody takes it. */
    REFUSED,
    /** The caller's side is to call somebody else. */
    REDIRECTED,
    /** No usable answer came in time. */
    FAILED;

    @Override
    public CounterSeries series() {
        return CounterSeries.of(
                "sidetone_on_call",
                "Calls that a web server or a router was asked about while they rang, by outcome",
                "outcome",
                this);
    }
}
