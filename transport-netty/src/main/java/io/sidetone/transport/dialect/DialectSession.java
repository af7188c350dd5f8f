package io.sidetone.transport.dialect;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.control.EndCause;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsOutput;
import io.sidetone.transport.ws.WsSession;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * A connection of any dialect: its input reads the messages, this begins the call, ends it with the socket and closes the
 * socket when there is no call. What the peer says while somebody decides on its call is read after that. One per connection,
 * event loop only; allocates nothing per frame.
 */
final class DialectSession implements WsSession, DialectConnection, StreamCallHandle.Opening {
    /** What a peer may say while its call is decided on: two seconds of sound and more. */
    private static final int MOST_HELD = 256;

    private final MediaDialect dialect;
    private final StreamCallHandle.Desk calls;
    private final DialectEvents events;
    private final WsHandshake handshake;
    private final String path;
    private WsOutput out;
    private DialectInput input;
    private StreamCallHandle call;
    private final Deque<Held> held = new ArrayDeque<>();

    /** Not null while somebody decides on the call: its way out. */
    private StreamWire asked;

    private boolean begun;
    private boolean over;

    /** What the peer said meanwhile. */
    private record Held(ByteBuf message, boolean text) {}

    /** A connection that asked for its upgrade with {@code handshake}. */
    DialectSession(
            MediaDialect dialect,
            StreamCallHandle.Desk calls,
            DialectEvents events,
            WsHandshake handshake,
            String path) {
        this.dialect = dialect;
        this.calls = calls;
        this.events = events;
        this.handshake = handshake;
        this.path = path;
    }

    @Override
    public void opened(WsOutput output, long nowNs) {
        out = output;
        input = dialect.opening().open(this);
    }

    @Override
    public boolean begun() {
        return begun;
    }

    @Override
    public void text(ByteBuf message, long nowNs) {
        if (asked != null) {
            hold(message, true);
        } else if (!over) {
            input.text(message, nowNs);
        }
    }

    @Override
    public void binary(ByteBuf message, long nowNs) {
        if (asked != null) {
            hold(message, false);
        } else if (!over) {
            input.binary(message, nowNs);
        }
    }

    private void hold(ByteBuf message, boolean text) {
        if (held.size() < MOST_HELD) {
            held.add(new Held(message.retainedSlice(), text));
        } else if (!over) {
            leave(WsOutput.POLICY_VIOLATION, "too many messages before the call was answered");
        }
    }

    @Override
    public void writable(long nowNs) {
        if (call != null) {
            input.room();
            call.writable();
        }
    }

    @Override
    public void closed(long nowNs) {
        over = true;
        dropHeld();
        input.gone();
        hangUp(dialect.socketGone(), nowNs);
    }

    @Override
    public WsOutput out() {
        return out;
    }

    @Override
    public StreamCallHandle call() {
        return call;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public String query(String name, String otherwise) {
        String value = handshake.queryValue(name);
        return value == null ? otherwise : value;
    }

    @Override
    public boolean begin(CallStart start, long nowNs) {
        begun = true;
        calls.open(offer(start), start.wire(), out.loop(), nowNs, this);
        if (call == null && !over) {
            asked = start.wire();
        }
        return !over;
    }

    @Override
    public boolean waits() {
        return !over;
    }

    @Override
    public void opened(StreamCallHandle opened, long nowNs) {
        call = opened;
        events.callOpened();
        asked = null;
        for (Held next = held.poll(); next != null; next = held.poll()) {
            try {
                if (next.text()) {
                    text(next.message(), nowNs);
                } else {
                    binary(next.message(), nowNs);
                }
            } finally {
                next.message().release();
            }
        }
    }

    @Override
    public void refused(StreamRefusedException why) {
        events.callRefused();
        if (asked == null) {
            leave(why.closeCode(), why.getMessage());
            return;
        }
        over = true;
        dropHeld();
        asked.hangUp(EndCause.SETUP_FAILED);
    }

    private void dropHeld() {
        held.forEach(each -> each.message().release());
        held.clear();
    }

    private StreamOffer offer(CallStart start) {
        boolean query = dialect.addressing() == MediaDialect.Addressing.QUERY;
        String agent = handshake.parameters().get(DialectProtocol.AGENT);
        return new StreamOffer(
                dialect.name(),
                start.externalId(),
                query ? query("from", start.from()) : start.from(),
                query ? query("to", start.to()) : start.to(),
                path,
                query ? details(start) : name -> start.details().get(name),
                query && (agent == null || agent.isEmpty()) ? query("agent", null) : agent,
                start.in(),
                start.out(),
                start.buffering(),
                null,
                true,
                start.details());
    }

    /** The query of the address before what the peer said, in any case of letters. */
    private Function<String, String> details(CallStart start) {
        Map<String, String> byName = new HashMap<>();
        start.details().forEach((name, value) -> byName.put(name.toLowerCase(Locale.ROOT), value));
        handshake.query().forEach((name, values) -> {
            if (!values.isEmpty()) {
                byName.put(name.toLowerCase(Locale.ROOT), values.get(0));
            }
        });
        return name -> byName.get(name.toLowerCase(Locale.ROOT));
    }

    @Override
    public void hangUp(EndCause cause, long nowNs) {
        if (call != null) {
            StreamCallHandle ended = call;
            call = null;
            ended.hangUp(cause, nowNs);
        }
    }

    @Override
    public void leave(int code, String reason) {
        over = true;
        out.close(code, reason);
    }
}
