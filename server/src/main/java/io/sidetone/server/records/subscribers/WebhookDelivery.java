package io.sidetone.server.records.subscribers;

import io.sidetone.config.subscriber.SubscriberConfig;
import io.sidetone.server.records.delivery.Backoff;
import io.sidetone.server.records.delivery.Outage;
import io.sidetone.server.records.delivery.SpoolReader;
import io.sidetone.server.records.delivery.SpoolRecord;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers from the disk to one subscriber. The oldest {@value #WINDOW} events are looked at, those of one call one after the other,
 * until each is taken, refused or too old. While the subscriber fails it is asked once in a while, by one request alone.
 *
 * <p>Subscribers' thread; answers come in on any.
 */
final class WebhookDelivery {
    /** Events in memory. */
    static final int WINDOW = 2_048;

    /** An event that fails so often while the subscriber takes others is given up: it is the event, not the subscriber. */
    static final int LONELY_FAILURES = 12;

    private static final Logger LOG = LoggerFactory.getLogger(WebhookDelivery.class);
    private static final int WINDOW_BYTES = 4 << 20;
    private static final int BATCH = 64;
    private static final long MS = 1_000_000L;
    private static final long IDLE_NS = 1_000 * MS;

    private final SubscriberConfig subscriber;
    private final SpoolReader reader;
    private final EventSender post;
    private final SubscriberCounters counters;
    private final DoubleSupplier random;
    private final Runnable wake;

    private final Deque<PendingEvent> window = new ArrayDeque<>();
    private final Map<String, Deque<PendingEvent>> byCall = new HashMap<>();
    private final Deque<PendingEvent> ready = new ArrayDeque<>();
    private final PriorityQueue<PendingEvent> resting =
            new PriorityQueue<>((a, b) -> Long.signum(a.notBeforeNs - b.notBeforeNs));
    private final Queue<Answered> answers = new ConcurrentLinkedQueue<>();
    private long windowBytes;
    private int doneInWindow;
    private long taken;
    private int inFlight;
    private int failuresInARow;
    private long pausedUntilNs;
    private final Outage outage;

    private record Answered(PendingEvent pending, EventSender.Answer answer) {}

    /**
     * Creates a delivery.
     *
     * @param random from 0 to 1
     * @param wake called on any thread when {@link #step} has something to do
     */
    WebhookDelivery(
            SubscriberConfig subscriber,
            SpoolReader reader,
            EventSender post,
            SubscriberCounters counters,
            DoubleSupplier random,
            Runnable wake) {
        this.subscriber = subscriber;
        this.reader = reader;
        this.post = post;
        this.counters = counters;
        this.random = random;
        this.wake = wake;
        this.outage = new Outage(LOG, "Subscriber " + subscriber.name() + ":", "events");
    }

    /** Returns whether the last word of the subscriber was a good one. Any thread. */
    boolean up() {
        return outage.why() == null;
    }

    /** Returns whether nothing is left to be done, as far as it has looked. */
    boolean idle() {
        return window.isEmpty();
    }

    /** Returns whether a request is under way. */
    boolean sending() {
        return inFlight > 0;
    }

    /** Takes one step; returns when it has something to do even if it is not woken. */
    long step(long nowNs, long wallMs) {
        for (Answered one = answers.poll(); one != null; one = answers.poll()) {
            answered(one.pending(), one.answer(), nowNs, wallMs);
        }
        while (!resting.isEmpty() && resting.peek().notBeforeNs - nowNs <= 0) {
            ready.add(resting.poll());
        }
        long nextNs = nowNs + IDLE_NS;
        boolean more;
        do {
            more = fill();
            send(nowNs, wallMs);
            settle();
        } while (more && ready.isEmpty() && window.isEmpty());
        if (!resting.isEmpty()) {
            nextNs = earlier(nextNs, resting.peek().notBeforeNs);
        }
        if (!ready.isEmpty() && inFlight == 0) {
            nextNs = earlier(nextNs, pausedUntilNs);
        }
        return nextNs;
    }

    private static long earlier(long a, long b) {
        return a - b < 0 ? a : b;
    }

    /** Reads on; returns whether there may be more. */
    private boolean fill() {
        try {
            while (window.size() < WINDOW && windowBytes < WINDOW_BYTES) {
                int before = window.size();
                int max = Math.min(BATCH, WINDOW - before);
                int read = 0;
                for (SpoolRecord record : reader.read(max)) {
                    read++;
                    take(record);
                }
                if (read == 0) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            counters.events.increment(SubscriberCounter.SPOOL_FAILURES);
            LOG.warn("Subscriber {}: the spool cannot be read: {}", subscriber.name(), e.toString());
            return false;
        }
    }

    private void take(SpoolRecord record) {
        PendingEvent pending = PendingEvent.of(record);
        if (pending == null) {
            boolean promise = record.kind() == SpoolRecord.Kind.OPENED || record.kind() == SpoolRecord.Kind.ABORTED;
            if (!promise) {
                // Of a later version: nothing here can send it, and it must not keep the others.
                counters.events.increment(SubscriberCounter.REFUSED);
            }
            window.add(PendingEvent.unreadable(record.callId()));
            doneInWindow++;
            return;
        }
        window.add(pending);
        windowBytes += pending.json().length;
        pending.takenBefore = taken;
        Deque<PendingEvent> ofCall = byCall.computeIfAbsent(pending.callId(), id -> new ArrayDeque<>(2));
        ofCall.add(pending);
        if (ofCall.size() == 1) {
            ready.add(pending);
        }
    }

    private void send(long nowNs, long wallMs) {
        int most = failuresInARow == 0 ? subscriber.maxConcurrent() : 1;
        while (!ready.isEmpty()) {
            PendingEvent pending = ready.peek();
            if (wallMs - pending.eventMs() > subscriber.maxAge().toMillis()) {
                ready.poll();
                giveUp(pending, "it was not taken within " + subscriber.maxAge());
            } else if (inFlight >= most || (failuresInARow > 0 && nowNs - pausedUntilNs < 0)) {
                return;
            } else {
                ready.poll();
                inFlight++;
                pending.attempts++;
                post.send(pending, answer -> {
                    answers.add(new Answered(pending, answer));
                    wake.run();
                });
            }
        }
    }

    private void giveUp(PendingEvent pending, String why) {
        counters.events.increment(SubscriberCounter.DEAD);
        LOG.warn(
                "Subscriber {}: {} is given up after {} attempts: {}",
                subscriber.name(),
                pending,
                pending.attempts,
                why);
        finish(pending);
    }

    private void answered(PendingEvent pending, EventSender.Answer answer, long nowNs, long wallMs) {
        inFlight--;
        if (answer.taken()) {
            well();
            counters.events.increment(SubscriberCounter.DELIVERED);
            taken++;
            counters.delay.record((wallMs - pending.eventMs()) * MS);
            finish(pending);
        } else if (answer.refused()) {
            well();
            counters.events.increment(SubscriberCounter.REFUSED);
            LOG.warn("Subscriber {}: refuses {}: {}", subscriber.name(), pending, answer.reason());
            finish(pending);
        } else {
            failed(pending, answer, nowNs);
        }
    }

    private void failed(PendingEvent pending, EventSender.Answer answer, long nowNs) {
        counters.events.increment(SubscriberCounter.FAILURES);
        long longestMs = subscriber.retryMax().toMillis();
        long askedMs = Math.min(answer.retryAfterMs(), longestMs);
        if (lonely(pending) && ++pending.lonelyFailures >= LONELY_FAILURES) {
            giveUp(pending, answer.reason() + ", and takes others");
            return;
        }
        pending.takenBefore = taken;
        pending.notBeforeNs = nowNs + Math.max(askedMs, Backoff.pauseMs(pending.attempts, random, longestMs)) * MS;
        resting.add(pending);
        if (failuresInARow > 0 && nowNs - pausedUntilNs < 0) {
            // Sent before the first failure was known: the same outage, not another.
            return;
        }
        failuresInARow++;
        pausedUntilNs = nowNs + Math.max(askedMs, Backoff.pauseMs(failuresInARow, random, longestMs)) * MS;
        outage.failed(answer.reason(), nowNs);
    }

    /** Returns whether others were taken since it failed last, or would be if it did not keep the window. */
    private boolean lonely(PendingEvent pending) {
        boolean full = window.size() >= WINDOW || windowBytes >= WINDOW_BYTES;
        return pending.takenBefore != taken || (full && doneInWindow * 2 >= window.size());
    }

    private void well() {
        failuresInARow = 0;
        outage.over();
    }

    private void finish(PendingEvent pending) {
        pending.done = true;
        doneInWindow++;
        Deque<PendingEvent> ofCall = byCall.get(pending.callId());
        ofCall.remove();
        if (ofCall.isEmpty()) {
            byCall.remove(pending.callId());
        } else {
            ready.add(ofCall.peek());
        }
    }

    /** Tells the spool what is done without a gap. */
    private void settle() {
        int done = 0;
        while (!window.isEmpty() && window.peek().done) {
            windowBytes -= window.poll().json().length;
            done++;
        }
        if (done > 0) {
            doneInWindow -= done;
            reader.confirm(done);
        }
    }
}
