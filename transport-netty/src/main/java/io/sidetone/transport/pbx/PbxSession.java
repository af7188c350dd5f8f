package io.sidetone.transport.pbx;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.netty.buffer.ByteBuf;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsOutput;
import io.sidetone.transport.ws.WsSession;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * What WebSocket connections of all switches do alike: begin a call once their first message says what it is, pass on sound
 * and digits, and end it. One per connection, event loop only.
 */
public abstract class PbxSession implements WsSession {
    /** Switches speak at once; a connection that does not is none. */
    public static final int FIRST_MESSAGE_MS = 10_000;

    /** RFC 6455 section 7.4.1: the peer sent what this end cannot take. */
    protected static final int UNSUPPORTED_DATA = 1003;

    private static final int UNAVAILABLE = 503;

    private final StreamCallHandle.Desk calls;
    private final PbxCounters counters;
    private final WsHandshake handshake;
    private WsOutput out;
    private StreamCallHandle call;
    private boolean over;

    /** A connection that asked for its upgrade with {@code handshake}. */
    protected PbxSession(StreamCallHandle.Desk calls, PbxCounters counters, WsHandshake handshake) {
        this.calls = calls;
        this.counters = counters;
        this.handshake = handshake;
    }

    @Override
    public final void opened(WsOutput output, long nowNs) {
        out = output;
    }

    @Override
    public final boolean begun() {
        return call != null;
    }

    @Override
    public final void writable(long nowNs) {
        if (call != null) {
            room();
            call.writable();
        }
    }

    /** There is room for what the dialect itself still has to say. */
    protected void room() {}

    @Override
    public final void closed(long nowNs) {
        over = true;
        if (call != null) {
            call.hangUp(EndCause.CALLER_HUNG_UP, nowNs);
        }
    }

    /** Returns the way out of the connection. */
    protected final WsOutput out() {
        return out;
    }

    /** Returns the call, or null before it began. */
    protected final StreamCallHandle call() {
        return call;
    }

    /** Returns whether nothing counts any more. */
    protected final boolean over() {
        return over;
    }

    /** Counts. */
    protected final void count(PbxCounter counter) {
        counters.increment(counter);
    }

    /** Returns a value of the address's query, or {@code otherwise}. */
    protected final String query(String name, String otherwise) {
        String value = handshake.queryValue(name);
        return value == null ? otherwise : value;
    }

    /** Returns the fields of a message, or null when it is no JSON object; that is counted. */
    protected final Map<String, String> fields(ByteBuf message) {
        try {
            return ControlText.fields(message);
        } catch (JsonProcessingException wrong) {
            count(PbxCounter.MALFORMED_TEXT);
            return null;
        }
    }

    /** Who calls whom, and where the call is to go. */
    public record Parties(String externalId, String from, String to) {}

    /**
     * Begins the call; when nobody takes it, says so and closes.
     *
     * @param details of the call as the switch gave them: agents match on them, the query of the address comes first
     */
    protected final boolean begin(
            Parties parties,
            Map<String, String> details,
            StreamFormat in,
            StreamFormat outFormat,
            Buffering buffering,
            StreamWire wire,
            long nowNs) {
        StreamOffer offer = new StreamOffer(
                counters.dialect(),
                parties.externalId(),
                query("from", parties.from()),
                query("to", parties.to()),
                handshake.path(),
                header(details),
                agent(),
                in,
                outFormat,
                buffering,
                null,
                true);
        try {
            call = calls.open(offer, wire, out.loop(), nowNs);
            count(PbxCounter.CALLS);
            return true;
        } catch (StreamRefusedException refused) {
            count(PbxCounter.CALLS_REFUSED);
            leave(
                    refused.status() == UNAVAILABLE ? WsOutput.TRY_AGAIN_LATER : WsOutput.POLICY_VIOLATION,
                    refused.getMessage());
            return false;
        }
    }

    private String agent() {
        String named = handshake.parameters().get("agent");
        return named == null || named.isEmpty() ? query("agent", null) : named;
    }

    private Function<String, String> header(Map<String, String> details) {
        Map<String, String> byName = new HashMap<>();
        details.forEach((name, value) -> byName.put(name.toLowerCase(Locale.ROOT), value));
        handshake.query().forEach((name, values) -> {
            if (!values.isEmpty()) {
                byName.put(name.toLowerCase(Locale.ROOT), values.get(0));
            }
        });
        return name -> byName.get(name.toLowerCase(Locale.ROOT));
    }

    /** Closes the connection; what still comes in is ignored. */
    protected final void leave(int code, String reason) {
        over = true;
        out.close(code, reason);
    }

    /** Passes on sound; a part of a sample at the end is left out and counted. */
    protected final void hear(ByteBuf media, int sampleBytes, long nowNs) {
        int bytes = media.readableBytes();
        if (bytes == 0) {
            count(PbxCounter.EMPTY_MEDIA);
            return;
        }
        if (bytes % sampleBytes != 0) {
            count(PbxCounter.ODD_MEDIA);
            media.writerIndex(media.writerIndex() - bytes % sampleBytes);
        }
        if (media.isReadable()) {
            call.audio(media, nowNs);
        }
    }

    /** Passes on a digit. */
    protected final void key(String digit, int ms, long nowNs) {
        char key = Digits.of(digit);
        if (key == Digits.NONE) {
            count(PbxCounter.BAD_EVENTS);
        } else {
            call.digit(key, ms, nowNs);
        }
    }

    /** Takes a returned mark. */
    protected final void mark(Marks marks, String name, long nowNs) {
        switch (marks.returned(name)) {
            case PLAYED -> call.played(marks.token(), marks.positionMs(), nowNs);
            case STALE -> count(PbxCounter.STALE_MARKS);
            default -> count(PbxCounter.BAD_EVENTS);
        }
    }
}
