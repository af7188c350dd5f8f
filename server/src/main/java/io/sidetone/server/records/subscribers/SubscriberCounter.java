package io.sidetone.server.records.subscribers;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counts of one subscriber's events, by what became of them. */
enum SubscriberCounter implements CounterName {
    /** Events that reached the disk. */
    SPOOLED("spooled", "Events that reached the disk"),
    /** Events that the subscriber took. */
    DELIVERED("delivered", "Events that the subscriber took"),
    /** Attempts that failed and are made again. */
    FAILURES("failures", "Attempts that failed and are made again"),
    /** Events that the subscriber will never take. */
    REFUSED("refused", "Events that the subscriber will never take"),
    /** Events given up because they were not taken in time. */
    DEAD("dead_letters", "Events given up because they were not taken in time"),
    /** Events lost: neither queue nor spool had room. */
    OVERFLOW("overflow", "Events lost: neither queue nor spool had room"),
    /** Attempts to use the spool that failed. */
    SPOOL_FAILURES("spool_failures", "Attempts to use the spool that failed");

    private final String metric;
    private final String help;

    SubscriberCounter(String metric, String help) {
        this.metric = metric;
        this.help = help;
    }

    @Override
    public CounterSeries series() {
        return CounterSeries.of("sidetone_subscriber_" + metric, help);
    }
}
