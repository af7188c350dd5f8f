package io.sidetone.server.records.subscribers;

import io.sidetone.config.subscriber.SubscriberConfig;
import io.sidetone.config.value.WebAddress;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.server.records.delivery.DeliveredMark;
import io.sidetone.server.records.delivery.FolderDisk;
import io.sidetone.server.records.delivery.Spool;
import io.sidetone.server.records.delivery.SpoolRecord;
import io.sidetone.server.records.store.StoreFolder;
import io.sidetone.server.records.store.StoreUnusableException;
import java.io.IOException;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One subscriber: its spool, what fills it and what empties it. {@link #offer} on lanes, the rest on the subscribers' thread. */
final class Subscriber {
    private static final Logger LOG = LoggerFactory.getLogger(Subscriber.class);
    private static final long MARK_EVERY_NS = 1_000_000_000L;
    private static final int SEGMENTS = 8;

    private final SubscriberConfig config;
    private final StoreFolder folder;
    private final Spool spool;
    private final DeliveredMark mark;
    private final EventSpool eventSpool;
    private final EventSender post;
    private final DoubleSupplier random;
    private final Runnable wake;
    private final SubscriberCounters counters = new SubscriberCounters();
    private volatile WebhookDelivery delivery;
    private long markedNs;

    private Subscriber(
            SubscriberConfig config, StoreFolder folder, EventSender post, DoubleSupplier random, Runnable wake) {
        this.config = config;
        this.folder = folder;
        this.post = post;
        this.random = random;
        this.wake = wake;
        int segmentBytes = (int) Math.min(Spool.SEGMENT_BYTES, config.spoolMaxBytes() / SEGMENTS);
        this.spool = new Spool(new FolderDisk(config.spoolDir(), "events"), segmentBytes, config.spoolMaxBytes());
        this.mark = new DeliveredMark(config.spoolDir(), spool);
        this.eventSpool = new EventSpool(config.name(), WebAddress.confidential(config.url()), spool, counters);
    }

    /**
     * Takes the spool's folder; nothing is read yet.
     *
     * @throws StoreUnusableException when the folder cannot be used
     */
    static Subscriber open(SubscriberConfig config, EventSender post, DoubleSupplier random, Runnable wake)
            throws StoreUnusableException {
        StoreFolder folder = StoreFolder.take(
                config.spoolDir(),
                "subscribers." + config.name() + ".spool-dir",
                "or set spool-dir of that subscriber, or store.dir, to a folder of his");
        return new Subscriber(config, folder, post, random, wake);
    }

    /** Returns whether it wants to know of {@code event}. Any thread. */
    boolean wants(String agent, TurnEvent event) {
        return config.events().contains(event.type())
                && (config.agents().isEmpty() || config.agents().contains(agent));
    }

    /** Takes an event. Never blocks. Any thread. */
    boolean offer(String callId, TurnEvent event, SpoolRecord.Kind kind) {
        return eventSpool.offer(callId, event, kind);
    }

    /** Removes what is delivered from the disk, soon. Any thread. */
    void wipe() {
        spool.wipe();
    }

    /** Takes one step; returns when there is something to do even if it is not woken. */
    long step(long nowNs, long wallMs) {
        long nextNs = eventSpool.step(nowNs);
        if (!eventSpool.recovered()) {
            return nextNs;
        }
        try {
            if (delivery == null) {
                delivery = new WebhookDelivery(config, mark.reader(), post, counters, random, wake);
                markedNs = nowNs;
            }
            long laterNs = delivery.step(nowNs, wallMs);
            if (nowNs - markedNs >= MARK_EVERY_NS) {
                markedNs = nowNs;
                mark.note();
            }
            return laterNs - nextNs < 0 ? laterNs : nextNs;
        } catch (IOException e) {
            counters.events.increment(SubscriberCounter.SPOOL_FAILURES);
            LOG.debug("Subscriber {}: cannot note what is delivered: {}", config.name(), e.toString());
            return nextNs;
        }
    }

    /** Returns whether it makes no sense to wait for it: everything is done, or it does not answer. */
    boolean settled() {
        WebhookDelivery now = delivery;
        return eventSpool.settled() && now != null && (spool.pending() == 0 || (!now.up() && !now.sending()));
    }

    /** Returns which server it is; path and query may hold secrets. */
    String address() {
        return config.url().getScheme() + "://" + config.url().getRawAuthority();
    }

    String name() {
        return config.name();
    }

    /** Returns whether its last word was a good one. Any thread. */
    boolean up() {
        WebhookDelivery now = delivery;
        return now == null || now.up();
    }

    SubscriberCounters counters() {
        return counters;
    }

    /** Events that are spooled and not delivered. Any thread. */
    long pending() {
        return spool.pending();
    }

    /** Events that wait for the disk. Any thread. */
    int queued() {
        return eventSpool.queued();
    }

    /** Bytes on the disk. Any thread. */
    long spoolBytes() {
        return spool.bytes();
    }

    /** Lets go of the folder; what is not delivered stays there. */
    void close() throws IOException {
        eventSpool.abandon();
        if (spool.pending() > 0) {
            LOG.info("Subscriber {}: {} events stay in the spool until the next start", name(), spool.pending());
        }
        try {
            mark.close();
        } finally {
            folder.close();
        }
    }
}
