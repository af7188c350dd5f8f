package io.sidetone.server.records.subscribers;

import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.server.records.delivery.GroupCommit;
import io.sidetone.server.records.delivery.Spool;
import io.sidetone.server.records.delivery.SpoolRecord;
import io.sidetone.transport.turn.TurnJson;
import java.util.List;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes events from the lanes to the disk: lanes fill a bounded queue, groups of it go into the spool. {@link #offer} on any thread,
 * everything else on the subscribers' thread.
 */
final class EventSpool implements GroupCommit.Source {
    /** Events that may wait for the disk. */
    static final int QUEUE = 8_192;

    private static final Logger LOG = LoggerFactory.getLogger(EventSpool.class);
    private static final int GROUP_RECORDS = 256;

    private final String subscriber;
    private final boolean confidential;
    private final SubscriberCounters counters;
    private final MpscAtomicArrayQueue<Offer> queue = new MpscAtomicArrayQueue<>(QUEUE);
    private final GroupCommit commit;
    private boolean overflowLogged;
    /** Records of the group that are no events. */
    private int promises;

    private long pausedUntilNs;
    private boolean paused;

    /** An event; or the promise of one, which is {@code OPENED} until the event follows; or, without one, the end of a promise. */
    private record Offer(String callId, TurnEvent event, SpoolRecord.Kind kind) {}

    /**
     * Creates an empty spool.
     *
     * @param confidential whether interruption metadata may be sent on this way (ITE-SEC-001)
     */
    EventSpool(String subscriber, boolean confidential, Spool spool, SubscriberCounters counters) {
        this.subscriber = subscriber;
        this.confidential = confidential;
        this.counters = counters;
        this.commit = new GroupCommit("Subscriber " + subscriber, "events", spool, GROUP_RECORDS, this);
    }

    /** Takes an event, or counts it as lost where there is no room. Never blocks. Any thread. */
    boolean offer(String callId, TurnEvent event, SpoolRecord.Kind kind) {
        boolean taken = queue.offer(new Offer(callId, event, kind));
        if (!taken && kind == SpoolRecord.Kind.EVENT) {
            lost(1);
        }
        return taken;
    }

    /** Returns whether the spool was taken over from the process before. */
    boolean recovered() {
        return commit.recovered();
    }

    @Override
    public boolean idle() {
        return queue.isEmpty();
    }

    /** Returns whether everything offered so far is on the disk. */
    boolean settled() {
        return commit.idle();
    }

    /** Events that wait for the disk. Any thread. */
    int queued() {
        return queue.size();
    }

    /** Takes one step; returns when there is something to do even if nothing is offered. */
    long step(long nowNs) {
        if (paused && nowNs - pausedUntilNs < 0) {
            return pausedUntilNs;
        }
        logOverflow();
        long nextNs = nowNs + commit.step();
        paused = commit.trouble() != null;
        pausedUntilNs = nextNs;
        return nextNs;
    }

    @Override
    public List<SpoolRecord> recovered(List<SpoolRecord> open) {
        return open.stream().map(PendingEvent::kept).toList();
    }

    @Override
    public SpoolRecord next() {
        for (Offer offer = queue.poll(); offer != null; offer = queue.poll()) {
            if (offer.event() == null) {
                promises++;
                return new SpoolRecord(offer.kind(), offer.callId(), new byte[0]);
            }
            try {
                byte[] json = TurnJson.message(offer.callId(), offer.event(), confidential);
                if (json != null) {
                    promises += offer.kind() == SpoolRecord.Kind.EVENT ? 0 : 1;
                    return PendingEvent.record(offer.kind(), offer.callId(), offer.event(), json);
                }
            } catch (RuntimeException e) {
                lost(1);
                LOG.error(
                        "Subscriber {}: an event {} of call {} could not be written down",
                        subscriber,
                        offer.event().type().wireName(),
                        offer.callId(),
                        e);
            }
        }
        return null;
    }

    @Override
    public void appended(int count) {
        counters.events.add(SubscriberCounter.SPOOLED, count - promises);
        promises = 0;
    }

    @Override
    public void failed() {
        counters.events.increment(SubscriberCounter.SPOOL_FAILURES);
    }

    @Override
    public void tooLarge(SpoolRecord record) {
        lost(1);
    }

    /** Counts as lost what cannot be kept any more; the process ends. */
    void abandon() {
        int left = commit.held() + queue.size();
        if (left > 0) {
            lost(left);
            LOG.error("Subscriber {}: {} events are lost, they did not reach the disk", subscriber, left);
        }
    }

    private void lost(int events) {
        counters.events.add(SubscriberCounter.OVERFLOW, events);
    }

    private void logOverflow() {
        boolean lost = counters.events.value(SubscriberCounter.OVERFLOW) > 0;
        if (lost && !overflowLogged) {
            LOG.error(
                    "Subscriber {}: no room for further events, they are lost and counted; see spool-max-bytes",
                    subscriber);
        }
        overflowLogged = lost;
    }
}
