package io.sidetone.server.records.store;

/**
 * Pace at which records go to the database: a few calls at once, those of many calls together.
 *
 * <p>A transaction costs several times what the records in it do: statements are prepared, pages written, the file forced to the disk. So
 * three transactions of few records may follow one another at any time, the three of one call; after them one may begin every half second.
 * Where more records come than eight a second, transactions move apart, by {@link #LONGEST_NS} at most. What waits is on the disk already.
 * Transactions that do not ask, as those of whole batches, delay the next one that asks by {@link #LONGEST_NS} at most. Delivery thread only.
 */
final class DeliveryPace {
    static final long INTERVAL_NS = 500_000_000L;
    static final long LONGEST_NS = 2_000_000_000L;
    private static final long RECORD_NS = 125_000_000L;
    private static final int AT_ONCE = 3;
    private static final long CREDIT_NS = (AT_ONCE - 1) * INTERVAL_NS;

    /** Time at which the last transactions would have ended, had each taken its interval. */
    private long paidNs;

    /** Records that waited when the present transactions began, and are still to be taken. */
    private long due;

    private int taken;

    DeliveryPace(long nowNs) {
        paidNs = nowNs;
    }

    /** Returns for how long the next transaction is to wait; 0 when it may begin. */
    long waitNs(long nowNs) {
        return due > 0 ? 0 : Math.max(0, paidNs - nowNs - CREDIT_NS);
    }

    /** A transaction begins while so many records wait. It may take a part of them: the rest follows at once. */
    void begins(long pending) {
        if (due <= 0) {
            due = pending;
        }
    }

    /** A transaction of so many records has been made. */
    void delivered(long nowNs, int records) {
        due -= records;
        taken += records;
        if (due <= 0) {
            long owedNs = Math.min(Math.max(0, paidNs - nowNs), CREDIT_NS);
            long intervalNs = Math.min(Math.max(taken * RECORD_NS, INTERVAL_NS), LONGEST_NS);
            paidNs = nowNs + owedNs + intervalNs;
            taken = 0;
        }
    }

    /** Nothing was delivered: all that waits is counted anew. */
    void ends() {
        due = 0;
        taken = 0;
    }
}
