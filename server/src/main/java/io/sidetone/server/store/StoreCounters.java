package io.sidetone.server.store;

import java.util.concurrent.atomic.LongAdder;

/** What the store did so far. Any thread. */
final class StoreCounters {
    /** Records that reached the disk. */
    final LongAdder spooled = new LongAdder();
    /** Records that reached the database. */
    final LongAdder delivered = new LongAdder();
    /** Records lost because neither queue nor spool had room. */
    final LongAdder dropped = new LongAdder();
    /** Records that the database will never take. */
    final LongAdder refused = new LongAdder();
    /** Attempts to write the spool that failed. */
    final LongAdder spoolFailures = new LongAdder();
    /** Attempts to deliver that failed. */
    final LongAdder deliveryFailures = new LongAdder();
    /** Calls of an earlier process that were open. */
    final LongAdder aborted = new LongAdder();
    /** Callers that were seen for the first time. */
    final LongAdder firstVisits = new LongAdder();
}
