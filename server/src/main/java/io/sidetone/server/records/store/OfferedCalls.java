package io.sidetone.server.records.store;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.server.records.delivery.GroupCommit;
import io.sidetone.server.records.delivery.SpoolRecord;
import io.sidetone.server.records.store.record.StoredCall;
import io.sidetone.server.records.store.record.StoredCalls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls that lanes offered, as records for the spool. Spool thread only. */
final class OfferedCalls implements GroupCommit.Source {
    /** Most records of a group. */
    static final int GROUP_RECORDS = 64;

    private static final Logger LOG = LoggerFactory.getLogger(OfferedCalls.class);

    private final Queue<Offer> queue;
    private final StoredCalls calls;
    private final SharedCounters<StoreCounter> counters;
    private final Runnable appended;
    /** Ends that a later offer may repeat, each with the number of offers to look through for that one. */
    private final Map<CallRecord, Long> early = new LinkedHashMap<>();

    private long polled;

    /**
     * One call at its beginning or its end.
     *
     * @param over it has ended
     * @param last no more of it follows; false while its engines are still being released
     * @param afterCall what is added to a call that is stored, as JSON; empty for the call itself
     * @param refused a call that was refused, in place of all others; else null
     */
    record Offer(CallRecord call, boolean over, boolean last, String afterCall, StoredCall refused) {
        Offer(CallRecord call, boolean over, boolean last) {
            this(call, over, last, "", null);
        }

        /** Returns whether a later offer of the same call may say the same and more: it may also have found no room. */
        boolean early() {
            return refused == null && over && !last && call.state() == FloorState.ENDED;
        }
    }

    /**
     * Creates the source.
     *
     * @param queue filled by lanes
     * @param appended called when records reached the disk
     */
    OfferedCalls(Queue<Offer> queue, StoredCalls calls, SharedCounters<StoreCounter> counters, Runnable appended) {
        this.queue = queue;
        this.calls = calls;
        this.counters = counters;
        this.appended = appended;
    }

    @Override
    public List<SpoolRecord> recovered(List<SpoolRecord> open) {
        List<SpoolRecord> aborted = new ArrayList<>();
        for (SpoolRecord record : open) {
            try {
                StoredCall call = calls.read(record.body()).aborted();
                aborted.add(new SpoolRecord(SpoolRecord.Kind.ABORTED, record.callId(), calls.write(call)));
                counters.increment(StoreCounter.ABORTED);
            } catch (IOException | RuntimeException e) {
                LOG.warn("Call store: the record of call {} cannot be read: {}", record.callId(), e.toString());
            }
        }
        if (!open.isEmpty()) {
            LOG.warn("Call store: {} calls were open when the process before ended: aborted", open.size());
        }
        return aborted;
    }

    @Override
    public SpoolRecord next() {
        while (true) {
            CallRecord ended = earlyEnd();
            if (ended != null) {
                SpoolRecord record = record(new Offer(ended, true, true));
                if (record != null) {
                    return record;
                }
                continue;
            }
            Offer offer = queue.poll();
            if (offer == null) {
                return null;
            }
            polled++;
            if (offer.early()) {
                early.putIfAbsent(offer.call(), polled + queue.size());
                continue;
            }
            if (offer.last() && offer.afterCall().isEmpty()) {
                early.remove(offer.call());
            }
            SpoolRecord record = record(offer);
            if (record != null) {
                return record;
            }
        }
    }

    @Override
    public boolean idle() {
        return early.isEmpty() && queue.isEmpty();
    }

    /** Returns how many records wait to be taken. */
    int waiting() {
        return early.size() + queue.size();
    }

    @Override
    public void appended(int count) {
        counters.add(StoreCounter.SPOOLED, count);
        appended.run();
    }

    @Override
    public void failed() {
        counters.increment(StoreCounter.SPOOL_FAILURES);
    }

    @Override
    public void tooLarge(SpoolRecord record) {
        counters.increment(StoreCounter.DROPPED);
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

    /** Returns the record of a call; null when it cannot be made. */
    private SpoolRecord record(Offer offer) {
        if (offer.refused() != null) {
            return new SpoolRecord(SpoolRecord.Kind.ENDED, offer.refused().callId(), calls.write(offer.refused()));
        }
        CallRecord record = offer.call();
        boolean over = offer.over();
        String id = record.setup().who().callId();
        try {
            StoredCall call = !offer.afterCall().isEmpty()
                    ? calls.writtenDown(record, offer.afterCall())
                    : over ? calls.ended(record) : calls.opened(record);
            return new SpoolRecord(over ? SpoolRecord.Kind.ENDED : SpoolRecord.Kind.OPENED, id, calls.write(call));
        } catch (RuntimeException e) {
            counters.increment(StoreCounter.DROPPED);
            LOG.error("Call store: call {} could not be written down", id, e);
            return null;
        }
    }
}
