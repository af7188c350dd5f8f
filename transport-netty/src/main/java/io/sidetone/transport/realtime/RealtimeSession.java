package io.sidetone.transport.realtime;

import static io.sidetone.core.realtime.RealtimeFields.AUDIO;
import static io.sidetone.core.realtime.RealtimeFields.EVENT_ID;
import static io.sidetone.core.realtime.RealtimeFields.SESSION;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;
import static io.sidetone.core.realtime.SessionFields.MODEL;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.realtime.RealtimeErrors;
import io.sidetone.core.realtime.RealtimeEvents;
import io.sidetone.transport.stream.HeldMessages;
import io.sidetone.transport.stream.LaneBridge;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.ws.WsOutput;
import io.sidetone.transport.ws.WsSession;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One connection of a Realtime client. Its call is opened when the client first says something or wants a response, so that
 * the formats are known; what comes until the engines are open waits. Event loop only.
 */
final class RealtimeSession implements WsSession {
    /** The longest message; audio may have {@link InputAudio#MOST_BYTES} of it. */
    static final int MAX_MESSAGE_BYTES = InputAudio.MOST_BYTES + 65_536;

    /** Time for which a session may last. */
    static final int LIMIT_S = 3_600;

    private static final int MAX_ID = 512;
    private static final ObjectMapper MAPPER = new ObjectMapper(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(64)
                            .maxStringLength(MAX_MESSAGE_BYTES)
                            .maxNumberLength(100)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final List<String> TYPES = List.of(
            RealtimeEvents.SESSION_UPDATE,
            RealtimeEvents.INPUT_AUDIO_BUFFER_APPEND,
            RealtimeEvents.INPUT_AUDIO_BUFFER_COMMIT,
            RealtimeEvents.INPUT_AUDIO_BUFFER_CLEAR,
            RealtimeEvents.CONVERSATION_ITEM_CREATE,
            RealtimeEvents.CONVERSATION_ITEM_RETRIEVE,
            RealtimeEvents.CONVERSATION_ITEM_TRUNCATE,
            RealtimeEvents.CONVERSATION_ITEM_DELETE,
            RealtimeEvents.RESPONSE_CREATE,
            RealtimeEvents.RESPONSE_CANCEL);

    private final RealtimeServices settings;
    private final RealtimeCalls opener;
    private final String model;
    private final boolean beta;
    private final HeldMessages<Waiting> waiting = new HeldMessages<>(Integer.MAX_VALUE, InputAudio.MOST_BYTES);
    private final Deque<Future<?>> timers = new ArrayDeque<>();
    private Progress progress = Progress.FRESH;
    private WsOutput out;
    private ServerEvents events;
    private ClientTools tools;
    private RealtimeCall call;

    /** Progress of the session. */
    private enum Progress {
        /** No call is needed yet. */
        FRESH,
        /** The engines are being opened. */
        OPENING,
        /** All is there. */
        READY,
        /** Nothing more is said. */
        OVER
    }

    /** An event that came before the engines were open. */
    private record Waiting(String type, JsonNode event, String eventId) {}

    RealtimeSession(RealtimeServices settings, RealtimeCalls opener, String model, boolean beta) {
        this.settings = settings;
        this.opener = opener;
        this.model = model;
        this.beta = beta;
    }

    @Override
    public void opened(WsOutput output, long nowNs) {
        out = output;
        settings.counters().increment(RealtimeCounter.SESSION);
        ServerEvents.Ids ids = new ServerEvents.Ids(settings.sessionName());
        events = new ServerEvents(out, ids);
        tools = new ClientTools(out.loop());
        long expiresAtS = settings.wallClock().getAsLong() / 1_000 + LIMIT_S;
        call = new RealtimeCall(
                events,
                ids,
                SessionConfig.initial("sess_" + ids.session(), model, expiresAtS),
                tools,
                this::after,
                settings.clock(),
                new Course());
        session(RealtimeEvents.SESSION_CREATED);
        after(LIMIT_S * 1_000L, this::expire);
    }

    private void session(String type) {
        events.send(type, json -> {
            json.writeFieldName(SESSION);
            MAPPER.writeTree(json, call.config().shown());
        });
    }

    private Runnable after(long ms, Runnable step) {
        if (progress == Progress.OVER) {
            return () -> {};
        }
        Future<?> timer = out.loop().schedule(step, ms, TimeUnit.MILLISECONDS);
        timers.removeIf(Future::isDone);
        timers.add(timer);
        return () -> timer.cancel(false);
    }

    private void expire() {
        settings.counters().increment(RealtimeCounter.EXPIRED);
        error(
                RealtimeErrors.INVALID_REQUEST_ERROR,
                "session_expired",
                "Your session hit the maximum duration of 60 minutes.",
                null,
                null);
        end(WsOutput.GOING_AWAY, "the session lasted 60 minutes");
    }

    @Override
    public void text(ByteBuf message, long nowNs) {
        if (progress == Progress.OVER) {
            return;
        }
        settings.counters().increment(RealtimeCounter.CLIENT_EVENT);
        int bytes = message.readableBytes();
        JsonNode event;
        try {
            event = MAPPER.readTree((InputStream) new ByteBufInputStream(message));
        } catch (IOException | StackOverflowError e) {
            error(
                    RealtimeErrors.INVALID_REQUEST_ERROR,
                    "invalid_json",
                    "We could not parse the JSON body of your message; send one JSON object, at most 64 levels deep.",
                    null,
                    null);
            return;
        }
        String eventId = event.path(EVENT_ID).isTextual()
                        && event.path(EVENT_ID).textValue().length() <= MAX_ID
                ? event.path(EVENT_ID).textValue()
                : null;
        try {
            take(EventFields.of(event, ""), eventId, bytes);
        } catch (RealtimeError wrong) {
            error(RealtimeErrors.INVALID_REQUEST_ERROR, wrong.code(), wrong.getMessage(), wrong.param(), eventId);
        }
    }

    private void error(String type, String code, String message, String param, String eventId) {
        settings.counters().increment(RealtimeCounter.ERROR);
        events.error(type, code, message, param, eventId);
    }

    private void take(EventFields event, String eventId, int bytes) throws RealtimeError {
        String type = event.text(TYPE);
        if (!TYPES.contains(type)) {
            throw EventFields.unsupported(TYPE, type, TYPES);
        }
        if (progress == Progress.FRESH && opensCall(type)) {
            open();
        }
        if (progress == Progress.OPENING) {
            if (!waiting.offer(new Waiting(type, event.node(), eventId), bytes)) {
                end(WsOutput.TRY_AGAIN_LATER, "the agent's engines are not open yet");
            }
        } else if (progress != Progress.OVER) {
            handle(type, event);
        }
    }

    private static boolean opensCall(String type) {
        return type.startsWith("input_audio_buffer.") || type.startsWith("response.");
    }

    private void open() {
        progress = Progress.OPENING;
        call.opening();
        try {
            SessionConfig config = call.config();
            call.line(opener.open(
                    config.in(),
                    config.out(),
                    tools,
                    call,
                    new LaneBridge(out.loop(), this::overflowed).observer(call),
                    out.loop(),
                    settings.clock().getAsLong()));
        } catch (StreamRefusedException refused) {
            settings.counters().increment(RealtimeCounter.REFUSED);
            boolean full = refused.full();
            error(
                    full ? RealtimeErrors.SERVER_ERROR : RealtimeErrors.INVALID_REQUEST_ERROR,
                    full ? "server_busy" : "model_not_found",
                    refused.getMessage(),
                    full ? null : MODEL,
                    null);
            end(refused.closeCode(), refused.getMessage());
        }
    }

    private void handle(String type, EventFields event) throws RealtimeError {
        switch (type) {
            case RealtimeEvents.SESSION_UPDATE -> {
                event.only(List.of(TYPE, EVENT_ID, SESSION));
                if (!event.has(SESSION)) {
                    throw RealtimeError.missing(SESSION);
                }
                call.config(SessionUpdate.apply(call.config(), event.get(SESSION), beta, progress == Progress.READY));
                session(RealtimeEvents.SESSION_UPDATED);
            }
            case RealtimeEvents.INPUT_AUDIO_BUFFER_APPEND -> call.input().append(audio(event));
            case RealtimeEvents.INPUT_AUDIO_BUFFER_COMMIT -> call.input().commit();
            case RealtimeEvents.INPUT_AUDIO_BUFFER_CLEAR -> call.input().clear();
            case RealtimeEvents.CONVERSATION_ITEM_CREATE -> call.items().create(event);
            case RealtimeEvents.CONVERSATION_ITEM_RETRIEVE -> call.items().retrieve(event);
            case RealtimeEvents.CONVERSATION_ITEM_TRUNCATE -> call.items().truncate(event);
            case RealtimeEvents.CONVERSATION_ITEM_DELETE -> call.items().delete(event);
            case RealtimeEvents.RESPONSE_CREATE -> call.respond(event);
            default -> call.cancel(event);
        }
    }

    private static byte[] audio(EventFields event) throws RealtimeError {
        event.only(List.of(TYPE, EVENT_ID, AUDIO));
        String text = event.text(AUDIO);
        if (text.length() > InputAudio.MOST_BYTES) {
            throw new RealtimeError(
                    "string_above_max_length",
                    AUDIO,
                    "Audio of one event may have " + InputAudio.MOST_BYTES + " bytes; send it in pieces.");
        }
        try {
            return Base64.getDecoder().decode(text.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException e) {
            throw RealtimeError.value(AUDIO, "Invalid 'audio'. Expected base64-encoded audio bytes.");
        }
    }

    @Override
    public void binary(ByteBuf message, long nowNs) {
        settings.counters().increment(RealtimeCounter.CLIENT_EVENT);
        error(
                RealtimeErrors.INVALID_REQUEST_ERROR,
                "invalid_message",
                "Events are JSON text; audio goes base64 in input_audio_buffer.append.",
                null,
                null);
    }

    @Override
    public void writable(long nowNs) {
        call.writable();
    }

    @Override
    public void closed(long nowNs) {
        over(EndCause.CALLER_HUNG_UP);
    }

    private void end(int code, String reason) {
        end(code, reason, EndCause.CALLER_HUNG_UP);
    }

    private void end(int code, String reason, EndCause cause) {
        over(cause);
        out.close(code, reason);
    }

    private void over(EndCause cause) {
        if (progress == Progress.OVER) {
            return;
        }
        progress = Progress.OVER;
        timers.forEach(timer -> timer.cancel(false));
        timers.clear();
        waiting.clear();
        call.leave(cause);
    }

    /** Events of the call were lost: what the client knows may be wrong. */
    private void overflowed() {
        if (progress != Progress.OVER) {
            error(
                    RealtimeErrors.SERVER_ERROR,
                    "server_overloaded",
                    "The server could not keep up with this session; open another session.",
                    null,
                    null);
            end(WsOutput.TRY_AGAIN_LATER, EndCause.OVERLOAD.reason(), EndCause.OVERLOAD);
        }
    }

    /** The course of the call. */
    private final class Course implements RealtimeCall.Ending {
        @Override
        public void ready() {
            if (progress != Progress.OPENING) {
                return;
            }
            progress = Progress.READY;
            waiting.release(() -> progress == Progress.READY, next -> {
                try {
                    handle(next.type(), new EventFields(next.event(), ""));
                } catch (RealtimeError wrong) {
                    error(
                            RealtimeErrors.INVALID_REQUEST_ERROR,
                            wrong.code(),
                            wrong.getMessage(),
                            wrong.param(),
                            next.eventId());
                }
            });
        }

        @Override
        public void over(EndCause cause) {
            if (progress == Progress.OVER) {
                return;
            }
            boolean failed = cause == EndCause.ENGINE_FAILED || cause == EndCause.INTERNAL_ERROR;
            if (failed) {
                error(
                        RealtimeErrors.SERVER_ERROR,
                        cause.reason(),
                        "The agent's engines failed; open another session.",
                        null,
                        null);
            }
            end(failed ? WsOutput.INTERNAL_ERROR : WsOutput.NORMAL, cause.reason());
        }
    }
}
