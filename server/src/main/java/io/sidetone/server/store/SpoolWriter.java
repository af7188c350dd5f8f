package io.sidetone.server.store;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.server.store.record.StoredCall;
import io.sidetone.server.store.record.StoredCalls;
import io.sidetone.server.store.spool.Spool;
import io.sidetone.server.store.spool.SpoolFullException;
import io.sidetone.server.store.spool.SpoolRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From the queue to the disk, in groups. Spool thread only, except {@link #trouble}. */
final class SpoolWriter {
    private static final Logger LOG = LoggerFactory.getLogger(SpoolWriter.class);
    private static final int GROUP_RECORDS = 64;
    private static final int GROUP_BYTES = 1 << 20;
    private static final long MS = 1_000_000L;
    private static final long IDLE_NS = 1_000 * MS;
    private static final long RETRY_NS = 250 * MS;

    private final Queue<Offer> queue;
    private final Spool spool;
    private final StoredCalls calls;
    private final SharedCounters<StoreCounter> counters;
    private final Runnable appended;
    private final List<SpoolRecord> held = new ArrayList<>();
    /** Ends that a later offer may say again, each with the number of offers to look through for that one. */
    private final Map<CallRecord, Long> early = new LinkedHashMap<>();

    private long polled;
    private boolean recovered;
    private volatile String trouble;

    /**
     * One call at its beginning or its end.
     *
     * @param over it has ended
     * @param last no more of it follows; false while its engines are still being released
     */
    record Offer(CallRecord call, boolean over, boolean last) {
        /** Whether a later offer of the same call may say the same and more: it may also have found no room. */
        boolean early() {
            return over && !last && call.state() == FloorState.ENDED;
        }
    }

    SpoolWriter(
            Queue<Offer> queue,
            Spool spool,
            StoredCalls calls,
            SharedCounters<StoreCounter> counters,
            Runnable appended) {
        this.queue = queue;
        this.spool = spool;
        this.calls = calls;
        this.counters = counters;
        this.appended = appended;
    }

    /** Why nothing reaches the disk, or null. Any thread. */
    String trouble() {
        return trouble;
    }

    /** Whether the spool was taken over from the process before. */
    boolean recovered() {
        return recovered;
    }

    /** Whether everything offered so far is on the disk. */
    boolean idle() {
        return recovered && held.isEmpty() && early.isEmpty() && queue.isEmpty();
    }

    /** Takes one step; returns how many nanoseconds there is nothing to do unless something is offered. */
    long step() {
        try {
            if (!recovered) {
                recover();
            }
            collect();
            if (!held.isEmpty()) {
                spool.append(held);
                counters.add(StoreCounter.SPOOLED, held.size());
                held.clear();
                appended.run();
            }
            well();
            trim();
            return early.isEmpty() && queue.isEmpty() ? IDLE_NS : 0;
        } catch (IOException e) {
            failed(e);
            trim();
            return RETRY_NS;
        }
    }

    private void recover() throws IOException {
        List<SpoolRecord> left = spool.recover();
        recovered = true;
        if (spool.damagedBytes() > 0) {
            LOG.warn(
                    "Call store: {} bytes at the end of the spool were no whole record and are cut off",
                    spool.damagedBytes());
        }
        for (SpoolRecord open : left) {
            try {
                StoredCall call = calls.read(open.body()).aborted();
                held.add(new SpoolRecord(SpoolRecord.Kind.ABORTED, open.callId(), calls.write(call)));
                counters.increment(StoreCounter.ABORTED);
            } catch (IOException | RuntimeException e) {
                LOG.warn("Call store: the record of call {} cannot be read: {}", open.callId(), e.toString());
            }
        }
        if (!left.isEmpty()) {
            LOG.warn("Call store: {} calls were open when the process before ended: aborted", left.size());
        }
    }

    private void collect() {
        long bytes = held.stream().mapToLong(r -> r.body().length).sum();
        while (held.size() < GROUP_RECORDS && bytes < GROUP_BYTES) {
            CallRecord ended = earlyEnd();
            if (ended != null) {
                bytes += hold(ended, true);
                continue;
            }
            Offer offer = queue.poll();
            if (offer == null) {
                return;
            }
            polled++;
            if (offer.early()) {
                early.putIfAbsent(offer.call(), polled + queue.size());
                continue;
            }
            if (offer.last()) {
                early.remove(offer.call());
            }
            bytes += hold(offer.call(), offer.over());
        }
    }

    /** Takes an early end whose later offer is not in the queue; null when there is none. */
    private CallRecord earlyEnd() {
        if (early.isEmpty()) {
            return null;
        }
        Map.Entry<CallRecord, Long> first = early.entrySet().iterator().next();
        if (polled < first.getValue()) {
            return null;
        }
        early.remove(first.getKey());
        return first.getKey();
    }

    /** Returns the bytes that the record takes; 0 when it cannot be written. */
    private int hold(CallRecord record, boolean over) {
        String id = record.setup().callId();
        try {
            StoredCall call = over ? calls.ended(record) : calls.opened(record);
            byte[] body = calls.write(call);
            held.add(new SpoolRecord(over ? SpoolRecord.Kind.ENDED : SpoolRecord.Kind.OPENED, id, body));
            return body.length;
        } catch (RuntimeException e) {
            counters.increment(StoreCounter.DROPPED);
            LOG.error("Call store: call {} could not be written down", id, e);
            return 0;
        }
    }

    private void trim() {
        if (!recovered) {
            return;
        }
        try {
            spool.trim();
        } catch (IOException e) {
            counters.increment(StoreCounter.SPOOL_FAILURES);
            LOG.debug("Call store: the spool could not be trimmed: {}", e.toString());
        }
    }

    private void failed(IOException why) {
        counters.increment(StoreCounter.SPOOL_FAILURES);
        String reason = why instanceof SpoolFullException ? why.getMessage() : "the disk refuses: " + why.getMessage();
        if (!reason.equals(trouble)) {
            LOG.error("Call store: {}; records wait in memory", reason);
        }
        trouble = reason;
    }

    private void well() {
        if (trouble != null) {
            LOG.info("Call store: records reach the disk again");
            trouble = null;
        }
    }
}
