package io.sidetone.server.records.store;

import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.server.records.delivery.Backoff;
import io.sidetone.server.records.delivery.Outage;
import io.sidetone.server.records.delivery.SpoolReader;
import io.sidetone.server.records.delivery.SpoolRecord;
import io.sidetone.server.records.delivery.SteadyClock;
import io.sidetone.server.records.store.record.StoredCall;
import io.sidetone.server.records.store.record.StoredCalls;
import io.sidetone.server.records.store.sql.CallDatabase;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From the disk to the database, in order, again and again until it succeeds. Delivery thread only. */
final class Delivery {
    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);
    /** Records of one transaction. */
    static final int BATCH = 64;

    private static final long MS = 1_000_000L;
    private static final long IDLE_NS = 1_000 * MS;
    private static final long LONGEST_PAUSE_MS = 5_000;
    private static final long CHORES_NS = 60_000 * MS;
    private static final int FORGET_AT_ONCE = 500;

    /** A database that takes nothing for so long is a reason to send new calls elsewhere. */
    private static final long LONG_DOWN_NS = 120_000 * MS;

    /** Other processes that share the database may have other clocks. */
    private static final Duration OVERLAP = Duration.ofMinutes(10);

    private static final Instant EVER = Instant.parse("9999-01-01T00:00:00Z");

    private final SpoolReader reader;
    private final CallDatabase database;
    private final StoredCalls calls;
    private final KnownCallers visitors;
    private final SharedCounters<StoreCounter> counters;
    private final Duration keep;
    private final SteadyClock clock;
    private final Runnable confirmed;
    private final Erasures erasures;
    private volatile boolean prepared;
    private boolean choresDone;
    private boolean doubted;
    private long choresNs;
    private Instant visitorsUntil = Instant.EPOCH;
    private int failuresInARow;
    private int records;
    private final Outage outage = new Outage(LOG, "Call store: the database", "calls");

    /**
     * Creates a delivery.
     *
     * @param keep how long calls are kept; zero: for ever
     * @param clock the wall time, and whether it can be believed
     * @param confirmed told when something can be trimmed
     * @param erasures done whenever everything spooled is delivered
     */
    Delivery(
            SpoolReader reader,
            CallDatabase database,
            StoredCalls calls,
            KnownCallers visitors,
            SharedCounters<StoreCounter> counters,
            Duration keep,
            SteadyClock clock,
            Runnable confirmed,
            Erasures erasures) {
        this.erasures = erasures;
        this.reader = reader;
        this.database = database;
        this.calls = calls;
        this.visitors = visitors;
        this.counters = counters;
        this.keep = keep;
        this.clock = clock;
        this.confirmed = confirmed;
    }

    /** Why nothing reaches the database, or null. Any thread. */
    String trouble() {
        return outage.why();
    }

    /** Returns what an operator has to look at when the database has taken nothing for minutes, or null. Any thread. */
    String lasting(long nowNs) {
        String why = outage.why();
        long downNs = outage.forNs(nowNs);
        return why == null || downNs < LONG_DOWN_NS
                ? null
                : "the database has taken nothing for " + downNs / (60_000 * MS) + " min (" + why
                        + "); calls wait in the spool";
    }

    /** Returns whether the database was there when it was last asked. Any thread. */
    boolean ready() {
        return prepared && outage.why() == null;
    }

    /** Returns how many records the last step took from the spool. */
    int records() {
        return records;
    }

    /** Takes one step; returns how many nanoseconds there is nothing to do unless something is spooled. */
    long step(long nowNs) {
        records = 0;
        try {
            if (!prepared) {
                database.prepare();
                prepared = true;
            }
            if (!choresDone || nowNs - choresNs >= 0) {
                chores();
                choresDone = true;
                choresNs = nowNs + CHORES_NS;
            }
            // Before the spool: what was spooled before them is read now.
            int passed = erasures.passed();
            List<SpoolRecord> batch = reader.read(BATCH);
            records = batch.size();
            if (!batch.isEmpty()) {
                deliver(batch);
                confirmed.run();
            } else {
                erasures.run(passed, database);
            }
            failuresInARow = 0;
            outage.over();
            return batch.isEmpty() ? IDLE_NS : 0;
        } catch (SQLException | IOException | RuntimeException | LinkageError | AssertionError e) {
            erasures.fail(e);
            reader.rewind();
            database.recover();
            // What is opened anew may be empty: an embedded file that could not be written, a database that was
            // restored.
            prepared = false;
            counters.increment(StoreCounter.DELIVERY_FAILURES);
            outage.failed(e instanceof SQLException ? String.valueOf(e.getMessage()) : e.toString(), nowNs);
            // One process delivers, so nothing is gained by chance.
            return Backoff.pauseMs(++failuresInARow, () -> 1, LONGEST_PAUSE_MS) * MS;
        }
    }

    private void chores() throws SQLException {
        Instant now = Instant.ofEpochMilli(clock.wallMs());
        database.visitors(visitorsUntil, visitors::add);
        visitors.loaded();
        visitorsUntil = now.minus(OVERLAP);
        if (!keep.isZero() && believed(now.minus(keep))) {
            while (database.forget(now.minus(keep), FORGET_AT_ONCE) == FORGET_AT_ONCE) {
                LOG.debug("Call store: {} calls older than {} removed", FORGET_AT_ONCE, keep);
            }
        }
    }

    /** Returns whether what began before {@code limit} may go; counted only while there is something. */
    private boolean believed(Instant limit) throws SQLException {
        long old = database.olderThan(limit);
        if (old == 0 || clock.mayRemove(old, database.olderThan(EVER))) {
            doubted = false;
            return true;
        }
        if (!doubted) {
            doubted = true;
            LOG.warn(
                    "Call store: {} calls are older than {}; nothing is removed in the first ten minutes of the server or after its"
                            + " clock jumped, nor more than half at once on the first day",
                    old,
                    keep);
        }
        return false;
    }

    private void deliver(List<SpoolRecord> batch) throws SQLException {
        List<StoredCall> readable = new ArrayList<>(batch.size());
        for (SpoolRecord record : batch) {
            try {
                readable.add(calls.read(record.body()));
            } catch (IOException e) {
                refused(record.callId(), e);
            }
        }
        try {
            database.store(latest(readable));
            counters.add(StoreCounter.DELIVERED, readable.size());
        } catch (SQLException e) {
            if (!ofData(e)) {
                throw e;
            }
            oneByOne(readable);
        }
        reader.confirm();
    }

    /**
     * Leaves out the end of a call that a later record of the batch repeats. Most calls are spooled at their end, and once more when their engines
     * are released.
     */
    private static List<StoredCall> latest(List<StoredCall> batch) {
        Set<String> repeated = new HashSet<>();
        List<StoredCall> latest = new ArrayList<>(batch.size());
        for (int at = batch.size() - 1; at >= 0; at--) {
            StoredCall call = batch.get(at);
            if (!call.afterCall().isEmpty()) {
                // It needs the row of its call.
                repeated.remove(call.callId());
                latest.add(call);
            } else if (call.status() != StoredCall.Status.ENDED || repeated.add(call.callId())) {
                latest.add(call);
            }
        }
        Collections.reverse(latest);
        return latest;
    }

    /** One record that the database will never take must not keep the others from it. */
    private void oneByOne(List<StoredCall> batch) throws SQLException {
        for (StoredCall call : batch) {
            try {
                database.store(List.of(call));
                counters.increment(StoreCounter.DELIVERED);
            } catch (SQLException e) {
                if (!ofData(e)) {
                    throw e;
                }
                refused(call.callId(), e);
            }
        }
    }

    private void refused(String callId, Exception why) {
        counters.increment(StoreCounter.REFUSED);
        LOG.error("Call store: the record of call {} is given up, nothing can store it: {}", callId, why.toString());
    }

    /** SQL states 22 (data) and 23 (constraint): trying again changes nothing. */
    private static boolean ofData(SQLException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return sql.getSQLState().startsWith("22") || sql.getSQLState().startsWith("23");
            }
        }
        return false;
    }
}
