package io.sidetone.transport.dialect;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.control.EndCause;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsOutput;
import io.sidetone.transport.ws.WsSession;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of any dialect: its input reads the messages, this begins the call, ends it with the socket and closes the
 * socket when there is no call. While somebody decides on its call, the input finds none and drops what is said, as while it
 * rings. One per connection, event loop only; allocates nothing per frame.
 */
final class DialectSession implements WsSession, DialectConnection, StreamCallHandle.Opening {
    private static final Logger LOG = LoggerFactory.getLogger(DialectSession.class);

    private final MediaDialect dialect;
    private final StreamCallHandle.Opener calls;
    private final DialectEvents events;
    private final WsHandshake handshake;
    private final String path;
    private WsOutput out;
    private DialectInput input;
    private StreamCallHandle call;
    private boolean begun;
    private boolean asked;
    private boolean over;

    /** A connection that asked for its upgrade with {@code handshake}. */
    DialectSession(
            MediaDialect dialect,
            StreamCallHandle.Opener calls,
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
        if (!over) {
            input.text(message, nowNs);
        }
    }

    @Override
    public void binary(ByteBuf message, long nowNs) {
        if (!over) {
            input.binary(message, nowNs);
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
        asked = call == null && !over;
        return !over;
    }

    @Override
    public boolean asked() {
        return asked;
    }

    @Override
    public boolean waits() {
        return !over;
    }

    @Override
    public void opened(StreamCallHandle opened, long nowNs) {
        asked = false;
        call = opened;
        events.callOpened();
    }

    @Override
    public void refused(StreamRefusedException why) {
        if (asked) {
            asked = false;
            LOG.info("A call of {} at {} is refused: {}", dialect.name(), path, why.getMessage());
        }
        events.callRefused();
        leave(why.closeCode(), why.getMessage());
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
