package io.sidetone.transport.http.events;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.core.metrics.SharedDurationRecorder;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.metrics.CounterMeters;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Passes turn events from the lanes to every subscribed connection (ITE-PAT-001). Lanes never wait: an event is kept
 * for readers that return, and put into one bounded queue per subscriber.
 */
public final class EventHub implements CallObserver {
    /** Time between two heartbeats to a subscriber. */
    public static final long HEARTBEAT_MS = 15_000;

    private static final String CONTENT_TYPE = "text/event-stream; charset=utf-8";
    private static final EventSubscriber[] NO_SUBSCRIBERS = {};

    private final RecentEvents recent = new RecentEvents();
    private final LongSupplier clock;
    private final long heartbeatMs;
    private final SharedDurationRecorder broadcast = new SharedDurationRecorder();
    private final SharedCounters<EventCounter> counters = new SharedCounters<>(EventCounter.class);
    private volatile EventSubscriber[] subscribers = NO_SUBSCRIBERS;

    /**
     * Creates a hub without subscribers.
     *
     * @param clock the lanes' clock, ns
     * @param heartbeatMs usually {@link #HEARTBEAT_MS}
     */
    public EventHub(LongSupplier clock, long heartbeatMs) {
        this.clock = clock;
        this.heartbeatMs = heartbeatMs;
    }

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof TurnEvent turned) {
            offer(recent.add(call.setup().who().callId(), turned));
        } else if (event instanceof Ended && subscribers.length > 0) {
            offer(over(call.setup().who().callId()));
        }
    }

    private static EventMessage over(String callId) {
        return new EventMessage(-1, callId, null);
    }

    private void offer(EventMessage message) {
        for (EventSubscriber subscriber : subscribers) {
            subscriber.offer(message);
        }
    }

    /**
     * The same, for a reader that may return.
     *
     * @param lastId the header Last-Event-ID: events after it are sent first; empty without one
     */
    public Answer subscription(String callId, boolean confidential, String lastId, BooleanSupplier going) {
        return Answer.stream(CONTENT_TYPE, connection -> subscribe(connection, callId, confidential, lastId, going));
    }

    private void subscribe(
            Channel connection, String callId, boolean confidential, String lastId, BooleanSupplier going) {
        EventSubscriber subscriber = new EventSubscriber(this, connection, callId, confidential);
        // Subscribe first: later events are then in the queue. An event that is in both is sent once.
        change(subscriber, true);
        connection.closeFuture().addListener(closed -> change(subscriber, false));
        subscriber.begin(recent.after(lastId, callId));
        if (!going.getAsBoolean()) {
            subscriber.offer(over(callId));
        }
    }

    private synchronized void change(EventSubscriber which, boolean add) {
        List<EventSubscriber> next = new ArrayList<>(List.of(subscribers));
        next.remove(which);
        if (add) {
            next.add(which);
        }
        subscribers = next.toArray(NO_SUBSCRIBERS);
    }

    /** Forgets the events of {@code callIds}, which were kept for readers that return. Any thread. */
    public void forget(Set<String> callIds) {
        recent.forget(callIds);
    }

    /** A subscriber was too slow and will be closed. Any thread. */
    void dropped(EventSubscriber which) {
        counters.increment(EventCounter.SUBSCRIBERS_DROPPED);
    }

    /** An event was written to one subscriber. Event loop. */
    void sent(TurnEvent event) {
        counters.increment(EventCounter.SENT);
        if (event.type() == TurnEventType.STATE_CHANGED) {
            broadcast.record(clock.getAsLong() - event.atNs());
        }
    }

    long heartbeatMs() {
        return heartbeatMs;
    }

    /** Publishes the counters. */
    public void bindTo(MeterRegistry registry) {
        CounterMeters.gauge(registry, EventGauge.SUBSCRIBERS, this, hub -> hub.subscribers.length);
        CounterMeters.bind(registry, counters);
    }

    /** Returns the recorder of the time from a state change to its write to each subscriber (ITE-REQ-001). */
    public SharedDurationRecorder broadcast() {
        return broadcast;
    }

    /** Returns the number of subscribed connections. */
    public int subscriberCount() {
        return subscribers.length;
    }

    /** Returns how many subscribers were closed because they read too slowly. */
    public long droppedCount() {
        return counters.value(EventCounter.SUBSCRIBERS_DROPPED);
    }
}
