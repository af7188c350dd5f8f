package io.sidetone.transport.http.events;

import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.transport.turn.TurnJson;
import java.nio.charset.StandardCharsets;

/** One event for its subscribers: encoded once, by the first event loop that writes it. */
final class EventMessage {
    private static final byte[] NOTHING = new byte[0];

    private final long number;
    private final String callId;
    private final TurnEvent event;
    private volatile byte[] whole;
    private volatile byte[] reduced;

    /**
     * Creates a message about {@code event}; null means that the call has ended.
     *
     * @param number counts the messages of all calls
     */
    EventMessage(long number, String callId, TurnEvent event) {
        this.number = number;
        this.callId = callId;
        this.event = event;
    }

    long number() {
        return number;
    }

    String callId() {
        return callId;
    }

    boolean last() {
        return event == null;
    }

    TurnEvent event() {
        return event;
    }

    /** Returns the event in the form of server-sent events; empty when it must not be sent. */
    byte[] bytes(boolean confidential) {
        byte[] known = confidential ? whole : reduced;
        if (known == null) {
            known = encode(confidential);
            if (confidential) {
                whole = known;
            } else {
                reduced = known;
            }
        }
        return known;
    }

    private byte[] encode(boolean confidential) {
        byte[] json = TurnJson.message(callId, event, confidential);
        if (json == null) {
            return NOTHING;
        }
        byte[] head = ("id: " + callId + "/" + event.sequence() + "\ndata: ").getBytes(StandardCharsets.US_ASCII);
        byte[] all = new byte[head.length + json.length + 2];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(json, 0, all, head.length, json.length);
        all[all.length - 2] = '\n';
        all[all.length - 1] = '\n';
        return all;
    }
}
