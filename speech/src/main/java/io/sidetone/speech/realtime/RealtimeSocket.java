package io.sidetone.speech.realtime;

import static io.sidetone.core.realtime.RealtimeFields.CODE;
import static io.sidetone.core.realtime.RealtimeFields.ERROR;
import static io.sidetone.core.realtime.RealtimeFields.EVENT_ID;
import static io.sidetone.core.realtime.RealtimeFields.MESSAGE;
import static io.sidetone.core.realtime.RealtimeFields.SESSION;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;
import static io.sidetone.core.realtime.SessionFields.EXPIRES_AT;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.EventLoop;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.realtime.RealtimeErrors;
import io.sidetone.core.realtime.RealtimeEvents;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.EngineSocket;
import io.sidetone.speech.net.NetFailures;
import io.sidetone.speech.net.SocketListener;
import io.sidetone.speech.net.SocketRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** One connection and its session, from the handshake to the end. Event loop only. */
final class RealtimeSocket implements SocketListener {
    /** The user of the connection. */
    interface Owner {
        /** Returns the first event, which sets the session. */
        ObjectNode session();

        /** The service accepted the session; {@code expiresAtS} is its end in Unix time, 0 when unknown. */
        void ready(RealtimeSocket link, long expiresAtS);

        /** Returns whether audio of a response is still needed; counts audio that is not. */
        boolean requested(String responseId);

        void event(RealtimeSocket link, ServerEvent event);

        /** Counts a message that is incomprehensible. */
        void unexpected();

        /**
         * The connection is closed, or could not be opened. Called once, last; {@code failure} is null when this side
         * closed it.
         */
        void lost(RealtimeSocket link, EngineFailure failure);
    }

    private static final int MAX_MESSAGE_BYTES = 4 << 20;
    private static final int MOST_GARBAGE = 3;
    private static final byte[] APPEND = ("{\"type\":\"" + RealtimeEvents.INPUT_AUDIO_BUFFER_APPEND + "\",\"audio\":\"")
            .getBytes(StandardCharsets.US_ASCII);
    private static final byte[] APPEND_END = "\"}".getBytes(StandardCharsets.US_ASCII);

    private final RealtimeSettings settings;
    private final EventLoop loop;
    private final Owner owner;
    private EngineSocket socket;
    private ScheduledFuture<?> answerLimit;
    private byte[] base64 = new byte[0];
    private String setupId;
    private long expiresAtS;
    private long sent;
    private int garbage;
    private boolean ready;
    private boolean given;
    private boolean over;

    RealtimeSocket(RealtimeSettings settings, EventLoop loop, Owner owner) {
        this.settings = settings;
        this.loop = loop;
        this.owner = owner;
    }

    void open(EngineNet net) {
        int setupMs = settings.limits().setupMs();
        answerLimit = loop.schedule(
                () -> fail(NetFailures.timeout(settings.access().name(), "agreeing on a session", setupMs)),
                setupMs,
                TimeUnit.MILLISECONDS);
        net.connect(
                loop,
                new SocketRequest(
                        settings.access().name(),
                        settings.address(),
                        settings.keyHeader().with(settings.access().key()),
                        MAX_MESSAGE_BYTES,
                        settings.access().deadlines(),
                        settings.access().trust()),
                this);
    }

    /** Returns whether events can be sent. */
    boolean ready() {
        return ready && !over;
    }

    /**
     * Closes the connection. {@link Owner#lost} is called before this returns, or when the peer has closed its side.
     */
    void close() {
        given = true;
        if (socket != null) {
            socket.close();
        } else {
            settle(null);
        }
    }

    /** Sends an event; returns its id, which the service quotes in an error. */
    String send(ObjectNode event) {
        String id = "ev_" + ++sent;
        event.put(EVENT_ID, id);
        if (socket != null && !over) {
            socket.text(event.toString());
        }
        return id;
    }

    /** Sends audio; returns false when the service is too slow and the audio was dropped. */
    boolean append(byte[] audio, int bytes) {
        if (!ready() || !socket.writable()) {
            return false;
        }
        int room = (bytes + 2) / 3 * 4;
        if (base64.length < room) {
            base64 = new byte[room];
        }
        byte[] exact = bytes == audio.length ? audio : java.util.Arrays.copyOf(audio, bytes);
        int length = Base64.getEncoder().encode(exact, base64);
        ByteBuf message = socket.buffer(APPEND.length + length + APPEND_END.length);
        message.writeBytes(APPEND).writeBytes(base64, 0, length).writeBytes(APPEND_END);
        socket.text(message);
        return true;
    }

    @Override
    public void opened(EngineSocket opened) {
        if (over) {
            opened.close();
            return;
        }
        socket = opened;
    }

    @Override
    public void text(ByteBuf message) {
        if (over || given) {
            return;
        }
        ServerEvent event;
        try {
            event = ServerEvent.read(ByteBufUtil.getBytes(message), owner::requested);
        } catch (IOException notTheirs) {
            garbage("sent " + MOST_GARBAGE + " messages in a row that are no events");
            return;
        }
        garbage = 0;
        if (ready) {
            owner.event(this, event);
        } else {
            setUp(event);
        }
    }

    private void setUp(ServerEvent event) {
        switch (event.type()) {
            case RealtimeEvents.SESSION_CREATED -> {
                if (setupId == null) {
                    expiresAtS = event.body().path(SESSION).path(EXPIRES_AT).asLong(0);
                    setupId = send(owner.session());
                }
            }
            case RealtimeEvents.SESSION_UPDATED -> {
                if (setupId == null) {
                    owner.unexpected();
                    return;
                }
                answerLimit.cancel(false);
                ready = true;
                owner.ready(this, expiresAtS);
            }
            case ERROR -> fail(refusal(event.body().path(ERROR)));
            case RealtimeEvents.CONVERSATION_CREATED, RealtimeEvents.RATE_LIMITS_UPDATED -> {}
            default -> owner.unexpected();
        }
    }

    /** Returns the failure for a session that the service refused. */
    EngineFailure refusal(JsonNode error) {
        String code = error.path(CODE).asText(error.path(TYPE).asText(ERROR));
        String words = masked(error.path(MESSAGE).asText(""));
        String said = "engine " + settings.access().name() + " answered " + code + ": " + words;
        if (code.contains("rate_limit") || code.contains("quota")) {
            return new EngineFailure(EngineFailure.RATE_LIMITED, said + "; the account's limit is reached", true);
        }
        return switch (error.path(TYPE).asText("")) {
            case RealtimeErrors.SERVER_ERROR -> new EngineFailure(EngineFailure.UNAVAILABLE, said, true);
            default ->
                new EngineFailure(
                        "rejected",
                        said + "; check engines." + settings.access().name() + ".model, voice and key",
                        false);
        };
    }

    private String masked(String words) {
        String line = words.replaceAll("[\\p{Cntrl}\\s]+", " ");
        String safe = settings.access().key().isEmpty()
                ? line
                : line.replace(settings.access().key(), "***");
        return safe.length() > 200 ? safe.substring(0, 200) + "…" : safe;
    }

    @Override
    public void binary(ByteBuf message) {
        if (!over && !given) {
            garbage("sent " + MOST_GARBAGE + " binary messages where events are due");
        }
    }

    private void garbage(String what) {
        owner.unexpected();
        if (++garbage >= MOST_GARBAGE) {
            fail(NetFailures.broken(settings.access().name(), what));
        }
    }

    private void fail(EngineFailure failure) {
        EngineSocket held = socket;
        settle(failure);
        if (held != null) {
            held.abort();
        }
    }

    @Override
    public void closed(int code, EngineFailure failure) {
        settle(given ? null : failure);
    }

    private void settle(EngineFailure failure) {
        if (!over) {
            over = true;
            answerLimit.cancel(false);
            owner.lost(this, failure);
        }
    }
}
