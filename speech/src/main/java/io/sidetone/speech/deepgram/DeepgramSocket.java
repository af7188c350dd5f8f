package io.sidetone.speech.deepgram;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.channel.EventLoop;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.EngineSocket;
import io.sidetone.speech.net.NetFailures;
import io.sidetone.speech.net.SocketListener;
import io.sidetone.speech.net.SocketRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** One connection of one session, from connecting until it is fully closed. Its event loop only. */
final class DeepgramSocket implements SocketListener {
    /** This many incomprehensible messages in a row are not an accident. */
    private static final int GARBAGE_RUN = 3;

    /** Time that the service may take to close the connection. */
    private static final int FAREWELL_MS = 1_000;

    /** The most audio that waits beyond the socket's own buffer: 8 s of PCM16 at 16 kHz. */
    private static final int MAX_BEHIND_BYTES = 256_000;

    /** RFC 6455: the service refuses what this side sent. */
    private static final int POLICY = 1_008;

    private static final long MS = 1_000_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The session on a connection. Its event loop only. */
    interface Owner {
        /** The service accepted the connection. */
        void opened();

        /** Handles a message; returns false if its type or its content is incomprehensible. */
        boolean message(String type, JsonNode message);

        /** Handles audio, whose buffer is only lent; returns false if no audio is expected. */
        default boolean audio(ByteBuf bytes) {
            return false;
        }

        /** The connection was lost or could not be opened. Called once, not after {@link #finish}. */
        void lost(EngineFailure failure);

        /** The connection is fully closed after {@link #finish}. Called once, last. */
        void released();
    }

    private enum State {
        CONNECTING,
        OPEN,
        GONE
    }

    private final EngineNet net;
    private final EventLoop loop;
    private final SocketRequest request;
    private final EngineMeter meter;
    private final LongSupplier clock;
    private final Owner owner;
    private State state = State.CONNECTING;
    private EngineSocket socket;
    private EngineFailure why;
    private ScheduledFuture<?> idle;
    private long sentNs;
    private String errorCode = "";
    private int garbage;
    private int behindBytes;
    private boolean finishing;
    private boolean released;

    DeepgramSocket(
            EngineNet net, EventLoop loop, SocketRequest request, EngineMeter meter, LongSupplier clock, Owner owner) {
        this.net = net;
        this.loop = loop;
        this.request = request;
        this.meter = meter;
        this.clock = clock;
        this.owner = owner;
    }

    void open() {
        net.connect(loop, request, this);
    }

    String service() {
        return request.service();
    }

    EventLoop loop() {
        return loop;
    }

    long nowNs() {
        return clock.getAsLong();
    }

    /** Returns the error code with which the service ended the connection; empty without one. */
    String errorCode() {
        return errorCode;
    }

    /** Returns whether messages can be sent. */
    boolean up() {
        return state == State.OPEN && !finishing;
    }

    /** Runs {@code action} whenever this side has sent nothing for {@code ms}, or a little earlier. */
    void whenIdle(int ms, Runnable action) {
        long periodMs = Math.max(1, ms / 4);
        sentNs = clock.getAsLong();
        idle = loop.scheduleAtFixedRate(
                () -> {
                    if (up() && clock.getAsLong() - sentNs + periodMs * MS > ms * MS) {
                        action.run();
                    }
                },
                periodMs,
                periodMs,
                TimeUnit.MILLISECONDS);
    }

    /** Sends a text message; does nothing when the connection is closed. */
    void text(String message) {
        if (up()) {
            sentNs = clock.getAsLong();
            socket.text(message);
        }
    }

    /** Sends a binary message; an empty one would end the stream and is not sent. */
    void binary(byte[] bytes, int count) {
        if (!up() || count == 0) {
            return;
        }
        behindBytes = socket.writable() ? 0 : behindBytes + count;
        if (behindBytes > MAX_BEHIND_BYTES) {
            fail(new EngineFailure(
                    "timeout",
                    "engine " + request.service() + " takes audio more slowly than it is spoken; check the network, or"
                            + " set engines." + request.service() + ".options.encoding to mulaw",
                    true));
            return;
        }
        sentNs = clock.getAsLong();
        ByteBuf message = socket.buffer(count);
        message.writeBytes(bytes, 0, count);
        socket.binary(message);
    }

    /** Gives the connection up: the owner is notified as of any loss. */
    void fail(EngineFailure failure) {
        if (state != State.GONE && why == null) {
            why = failure;
            if (socket != null) {
                socket.abort();
            }
        }
    }

    /**
     * Closes the connection: sends {@code farewell}, waits a little for the service's, then closes. A second call has
     * no effect.
     */
    void finish(String farewell) {
        if (finishing) {
            return;
        }
        try {
            if (up()) {
                socket.text(farewell);
                loop.schedule(this::hangUp, FAREWELL_MS, TimeUnit.MILLISECONDS);
            }
            finishing = true;
            if (state == State.GONE || loop.isShuttingDown()) {
                release();
            }
        } catch (RejectedExecutionException loopEnded) {
            finishing = true;
            release();
        }
    }

    private void hangUp() {
        if (socket != null) {
            socket.close();
        }
    }

    private void release() {
        if (!released) {
            released = true;
            owner.released();
        }
    }

    @Override
    public void opened(EngineSocket opened) {
        state = State.OPEN;
        socket = opened;
        if (finishing || why != null) {
            opened.abort();
        } else {
            owner.opened();
        }
    }

    @Override
    public void text(ByteBuf message) {
        if (finishing) {
            return;
        }
        JsonNode json = parsed(message);
        if (json == null || !json.path("type").isTextual()) {
            garbage("sent what is no message of its protocol");
            return;
        }
        String type = json.path("type").textValue();
        if (type.equals("Error")) {
            errorCode = json.path("code").asText("");
            fail(refusal(json));
        } else if (owner.message(type, json)) {
            garbage = 0;
        } else {
            meter.unexpected.increment();
        }
    }

    /** Returns the failure: both interfaces describe in words what they could not do, and then end. */
    private EngineFailure refusal(JsonNode error) {
        String words =
                error.path("code").asText("") + " " + error.path("description").asText("");
        for (String secret : request.headers().values()) {
            words = words.replace(secret.substring(secret.lastIndexOf(' ') + 1), "***");
        }
        return NetFailures.broken(request.service(), "says: " + words.strip());
    }

    private static JsonNode parsed(ByteBuf message) {
        try (InputStream in = new ByteBufInputStream(message)) {
            return JSON.readTree(in);
        } catch (JsonProcessingException notJson) {
            return null;
        } catch (IOException fromMemory) {
            throw new UncheckedIOException(fromMemory);
        }
    }

    @Override
    public void binary(ByteBuf message) {
        if (finishing) {
            return;
        }
        if (owner.audio(message)) {
            garbage = 0;
        } else {
            garbage("sent binary messages where text is due");
        }
    }

    private void garbage(String what) {
        meter.unexpected.increment();
        if (++garbage >= GARBAGE_RUN) {
            fail(NetFailures.broken(request.service(), what));
        }
    }

    @Override
    public void closed(int code, EngineFailure failure) {
        state = State.GONE;
        socket = null;
        if (idle != null) {
            idle.cancel(false);
        }
        if (finishing) {
            release();
        } else {
            owner.lost(why != null ? why : explained(code, failure));
        }
    }

    private EngineFailure explained(int code, EngineFailure failure) {
        if (failure == null) {
            return NetFailures.closed(request.service(), code, "");
        }
        return code == POLICY
                ? EngineFailure.ofRequest(
                        "rejected",
                        failure.message() + "; check engines." + request.service()
                                + ".options.encoding and .sample-rate")
                : failure;
    }
}
