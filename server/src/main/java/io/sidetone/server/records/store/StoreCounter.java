package io.sidetone.server.records.store;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counts of the call store. */
enum StoreCounter implements CounterName {
    /** Records that reached the disk. */
    SPOOLED("spooled", "Records that reached the disk"),
    /** Records that reached the database, and ends of calls that a later record of the batch repeated. */
    DELIVERED("delivered", "Records that reached the database"),
    /** Records lost: neither queue nor spool had room. */
    DROPPED("dropped", "Records lost: neither queue nor spool had room"),
    /** Records the database will never take. */
    REFUSED("refused", "Records the database will never take"),
    /** Attempts to write the spool that failed. */
    SPOOL_FAILURES("spool_failures", "Attempts to write the spool that failed"),
    /** Attempts to deliver that failed. */
    DELIVERY_FAILURES("delivery_failures", "Attempts to deliver that failed"),
    /** Calls an earlier process left open. */
    ABORTED("aborted", "Calls an earlier process left open"),
    /** Callers seen for the first time. */
    FIRST_VISITS("first_visits", "Callers seen for the first time");

    private final String metric;
    private final String help;

    StoreCounter(String metric, String help) {
        this.metric = metric;
        this.help = help;
    }

    @Override
    public CounterSeries series() {
        return CounterSeries.of("sidetone_store_" + metric, help);
    }
}
