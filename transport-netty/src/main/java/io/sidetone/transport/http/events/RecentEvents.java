package io.sidetone.transport.http.events;

import io.sidetone.core.turn.event.TurnEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The last events of all calls, for readers that return (HTML 9.2.4, Last-Event-ID). Lanes write, any thread reads. */
final class RecentEvents {
    /** Number of events that are kept. */
    static final int KEPT = 2_048;

    /**
     * Two lanes may queue events in another order than they store them: events of this time are sent again rather than
     * lost.
     */
    private static final long OVERLAP_NS = 100_000_000L;

    private static final Pattern ID = Pattern.compile("([0-9A-Za-z]{1,64})/([0-9]{1,18})");

    private final AtomicReferenceArray<EventMessage> ring = new AtomicReferenceArray<>(KEPT);
    private final AtomicLong next = new AtomicLong();

    /**
     * The events that a reader missed.
     *
     * @param messages the events in order
     * @param complete whether no event before them is missing
     */
    record Missed(List<EventMessage> messages, boolean complete) {
        /** The value for a new reader. */
        static final Missed NOTHING = new Missed(List.of(), true);
    }

    /** Stores an event. Lane; never blocks. */
    EventMessage add(String callId, TurnEvent event) {
        EventMessage message = new EventMessage(next.getAndIncrement(), callId, event);
        ring.set((int) (message.number() % KEPT), message);
        return message;
    }

    /** Forgets the events of {@code callIds}. Any thread. */
    void forget(Set<String> callIds) {
        for (int i = 0; i < KEPT; i++) {
            EventMessage message = ring.get(i);
            if (message != null && callIds.contains(message.callId())) {
                ring.compareAndSet(i, message, null);
            }
        }
    }

    /**
     * Returns the events after {@code lastId}.
     *
     * @param callId call of the reader, or null for all
     * @param lastId the reader's last event; empty for a new reader
     */
    Missed after(String lastId, String callId) {
        if (lastId.isEmpty()) {
            return Missed.NOTHING;
        }
        Matcher id = ID.matcher(lastId);
        if (!id.matches()) {
            return new Missed(List.of(), false);
        }
        String call = id.group(1);
        long sequence = Long.parseLong(id.group(2));
        List<EventMessage> all = all();
        return callId == null ? ofAll(all, call, sequence) : ofOne(all, callId, callId.equals(call) ? sequence : 0);
    }

    private List<EventMessage> all() {
        List<EventMessage> all = new ArrayList<>();
        long end = next.get();
        for (long number = Math.max(0, end - KEPT); number < end; number++) {
            EventMessage message = ring.get((int) (number % KEPT));
            if (message != null && message.number() == number) {
                all.add(message);
            }
        }
        return all;
    }

    private static Missed ofOne(List<EventMessage> all, String callId, long sequence) {
        List<EventMessage> missed = all.stream()
                .filter(m -> m.callId().equals(callId) && m.event().sequence() > sequence)
                .toList();
        boolean complete = missed.isEmpty() || missed.get(0).event().sequence() == sequence + 1;
        return new Missed(missed, complete);
    }

    private static Missed ofAll(List<EventMessage> all, String callId, long sequence) {
        EventMessage last = all.stream()
                .filter(m -> m.callId().equals(callId) && m.event().sequence() == sequence)
                .findFirst()
                .orElse(null);
        if (last == null) {
            return new Missed(List.of(), false);
        }
        List<EventMessage> missed = all.stream()
                .filter(m -> m.callId().equals(callId)
                        ? m.event().sequence() > sequence
                        : m.number() > last.number()
                                || m.event().atNs() >= last.event().atNs() - OVERLAP_NS)
                .toList();
        return new Missed(missed, true);
    }
}
