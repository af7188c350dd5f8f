package io.sidetone.server.subscribers;

import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.server.store.spool.Spool;
import io.sidetone.server.store.spool.SpoolFullException;
import io.sidetone.server.store.spool.SpoolRecord;
import io.sidetone.transport.turn.TurnJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jctools.queues.MpscArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes events from the lanes to the disk: lanes fill a bounded queue, groups of it go into the spool. {@link #offer} on any thread,
 * everything else on the subscribers' thread.
 */
final class EventSpool {
    /** Events that may wait for the disk. */
    static final int QUEUE = 8_192;

    private static final Logger LOG = LoggerFactory.getLogger(EventSpool.class);
    private static final int GROUP_RECORDS = 256;
    private static final int GROUP_BYTES = 1 << 20;
    private static final long RETRY_NS = 250_000_000L;
    private static final long IDLE_NS = 1_000_000_000L;

    private final String subscriber;
    private final boolean confidential;
    private final Spool spool;
    private final SubscriberCounters counters;
    private final MpscArrayQueue<Offer> queue = new MpscArrayQueue<>(QUEUE);
    private final List<SpoolRecord> held = new ArrayList<>();
    private boolean recovered;
    private boolean overflowTold;
    private String trouble;
    private long nextNs = Long.MIN_VALUE;

    private record Offer(String callId, TurnEvent event) {}

    /**
     * Creates an empty spool.
     *
     * @param confidential whether interruption metadata may be sent on this way (ITE-SEC-001)
     */
    EventSpool(String subscriber, boolean confidential, Spool spool, SubscriberCounters counters) {
        this.subscriber = subscriber;
        this.confidential = confidential;
        this.spool = spool;
        this.counters = counters;
    }

    /** Takes an event, or counts it as lost where there is no room. Never blocks. Any thread. */
    boolean offer(String callId, TurnEvent event) {
        boolean taken = queue.offer(new Offer(callId, event));
        if (!taken) {
            counters.events.increment(SubscriberCounter.OVERFLOW);
        }
        return taken;
    }

    /** Whether the spool was taken over from the process before. */
    boolean recovered() {
        return recovered;
    }

    /** Whether everything offered so far is on the disk. */
    boolean idle() {
        return recovered && held.isEmpty() && queue.isEmpty();
    }

    /** Events that wait for the disk. Any thread. */
    int queued() {
        return queue.size();
    }

    /** Takes one step; returns when there is something to do even if nothing is offered. */
    long step(long nowNs) {
        if (nextNs != Long.MIN_VALUE && nowNs - nextNs < 0) {
            return nextNs;
        }
        nextNs = Long.MIN_VALUE;
        tellOverflow();
        try {
            if (!recovered) {
                recover();
            }
            collect();
            if (!held.isEmpty()) {
                spool.append(held);
                counters.events.add(SubscriberCounter.SPOOLED, held.size());
                held.clear();
            }
            well();
            spool.trim();
            return queue.isEmpty() ? nowNs + IDLE_NS : nowNs;
        } catch (IOException e) {
            failed(e);
            nextNs = nowNs + RETRY_NS;
            return nextNs;
        }
    }

    private void recover() throws IOException {
        spool.recover();
        recovered = true;
        if (spool.damagedBytes() > 0) {
            LOG.warn(
                    "Subscriber {}: {} bytes at the end of the spool were no whole event and are cut off",
                    subscriber,
                    spool.damagedBytes());
        }
    }

    private void collect() {
        int bytes = held.stream().mapToInt(r -> r.body().length).sum();
        while (held.size() < GROUP_RECORDS && bytes < GROUP_BYTES) {
            Offer offer = queue.poll();
            if (offer == null) {
                return;
            }
            byte[] json = TurnJson.message(offer.callId(), offer.event(), confidential);
            if (json != null) {
                SpoolRecord record = PendingEvent.record(offer.callId(), offer.event(), json);
                held.add(record);
                bytes += record.body().length;
            }
        }
    }

    /** What cannot be kept any more counts as lost; the process ends. */
    void abandon() {
        long lost = held.size() + queue.size();
        if (lost > 0) {
            counters.events.add(SubscriberCounter.OVERFLOW, lost);
            LOG.error("Subscriber {}: {} events are lost, they did not reach the disk", subscriber, lost);
        }
    }

    private void tellOverflow() {
        long lost = counters.events.value(SubscriberCounter.OVERFLOW);
        if (lost > 0 && !overflowTold) {
            LOG.error(
                    "Subscriber {}: no room for further events, they are lost and counted; see spool-max-bytes",
                    subscriber);
        }
        overflowTold = lost > 0;
    }

    private void failed(IOException why) {
        counters.events.increment(SubscriberCounter.SPOOL_FAILURES);
        String reason = why instanceof SpoolFullException ? why.getMessage() : "the disk refuses: " + why.getMessage();
        if (!reason.equals(trouble)) {
            LOG.error("Subscriber {}: {}; events wait in memory", subscriber, reason);
        }
        trouble = reason;
        try {
            if (recovered) {
                spool.trim();
            }
        } catch (IOException again) {
            LOG.debug("Subscriber {}: the spool could not be trimmed: {}", subscriber, again.toString());
        }
    }

    private void well() {
        if (trouble != null) {
            LOG.info("Subscriber {}: events reach the disk again", subscriber);
            trouble = null;
        }
    }
}
