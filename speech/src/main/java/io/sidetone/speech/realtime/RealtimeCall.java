package io.sidetone.speech.realtime;

import static io.sidetone.core.realtime.RealtimeFields.CODE;
import static io.sidetone.core.realtime.RealtimeFields.DELTA;
import static io.sidetone.core.realtime.RealtimeFields.ERROR;
import static io.sidetone.core.realtime.RealtimeFields.EVENT_ID;
import static io.sidetone.core.realtime.RealtimeFields.ITEM;
import static io.sidetone.core.realtime.RealtimeFields.RESPONSE;
import static io.sidetone.core.realtime.RealtimeFields.RESPONSE_ID;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.channel.EventLoop;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.realtime.RealtimeErrors;
import io.sidetone.core.realtime.RealtimeEvents;
import io.sidetone.speech.net.NetFailures;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call at a realtime service: one connection, and the three sessions that share it. A lost connection is opened
 * again at once, a single time, and receives the conversation so far; when that fails, all three sessions fail. Before
 * the service ends a session, another replaces it at a quiet moment. Event loop only, unless stated otherwise.
 */
final class RealtimeCall implements RealtimeSocket.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(RealtimeCall.class);
    private static final long MS = 1_000_000L;

    /** The most connections that may be lost within {@link #LOSS_WINDOW_NS}. */
    private static final int MOST_LOSSES = 3;

    private static final long LOSS_WINDOW_NS = 60_000 * MS;

    /** A session that would end earlier than this indicates a wrong clock. */
    private static final long LEAST_SESSION_MS = 60_000;

    private static final int QUIET_CHECK_MS = 100;
    private static final int RENEW_AGAIN_MS = 15_000;

    /** Number of open sessions. Guarded by the model's map. */
    int joined;

    private final RealtimeModel model;
    private final CallContext context;
    private final EventLoop loop;
    private final RealtimeMeters meters;
    private final SpeakingRate pace = new SpeakingRate();
    private final Replies replies = new Replies(this);
    private final ResponseFlow talk = new ResponseFlow(this);
    private final List<RealtimePart> ports = new ArrayList<>();
    private final List<RealtimePart> opened = new ArrayList<>();
    private CallerSpeech caller;
    private CallerFeed feed;
    private RealtimeDialogueSession dialogue;
    private VoiceSession voice;
    private RealtimeSocket socket;
    private RealtimeSocket next;
    private RealtimePart leaving;
    private EngineFailure dead;
    private long cancelledThrough = Long.MIN_VALUE;
    private long endNs = Long.MAX_VALUE;
    private long lossesFromNs;
    private int losses;
    private long keys;
    private ScheduledFuture<?> renewal;
    private boolean begun;
    private boolean over;

    RealtimeCall(RealtimeModel model, CallContext context, EventLoop loop) {
        this.model = model;
        this.context = context;
        this.loop = loop;
        this.meters = model.meters().forCall(context);
    }

    // ---- for its parts ----------------------------------------------------------------------------------------------

    String callId() {
        return context.callId();
    }

    RealtimeSettings settings() {
        return model.settings();
    }

    SessionInstructions instructions() {
        return model.instructions();
    }

    RealtimeMeters meters() {
        return meters;
    }

    CallContext context() {
        return context;
    }

    EventLoop loop() {
        return loop;
    }

    SpeakingRate pace() {
        return pace;
    }

    Replies replies() {
        return replies;
    }

    ResponseFlow talk() {
        return talk;
    }

    long nowNs() {
        return model.nowNs();
    }

    String nextKey() {
        return "r" + ++keys;
    }

    boolean online() {
        return socket != null && socket.ready();
    }

    /** Sends an event; does nothing without a connection, because the next one receives the whole conversation. */
    String send(ObjectNode event) {
        return online() ? socket.send(event) : "";
    }

    boolean append(byte[] audio, int bytes) {
        return online() && socket.append(audio, bytes);
    }

    boolean fenced(long token) {
        return context.fence().isDead(token);
    }

    boolean dead(long token) {
        return over || token <= cancelledThrough || fenced(token);
    }

    /** Any thread. */
    void execute(Runnable step) {
        try {
            loop.execute(step);
        } catch (RejectedExecutionException loopEnded) {
            // The server stops; the call still waits for the end of its sessions.
            step.run();
        }
    }

    @Override
    public void unexpected() {
        meters().dialogue().unexpected.increment();
    }

    void cancelThrough(long throughToken) {
        cancelledThrough = Math.max(cancelledThrough, throughToken);
        talk.cancelThrough(throughToken);
    }

    /** Returns whether the conversation contains the caller's last words as sound. */
    boolean heardAnswered() {
        return caller != null && caller.answered();
    }

    /** The answer to the caller's last words is dropped. */
    void heardUnanswered() {
        if (caller != null) {
            caller.unanswered();
        }
    }

    // ---- reports to the call ----------------------------------------------------------------------------------------

    void said(long token, String piece) {
        if (dialogue != null && !dialogue.over()) {
            dialogue.events.text(token, piece);
        }
    }

    void requested(long token, ActionCall action) {
        if (dialogue != null && !dialogue.over()) {
            dialogue.events.action(token, action);
        }
    }

    void done(long token) {
        if (dialogue != null && !dialogue.over() && !dead(token)) {
            dialogue.events.done(token, null);
        }
    }

    void talkFailed(long token, EngineFailure failure) {
        if (dialogue != null && !dialogue.over() && !dead(token)) {
            dialogue.events.failed(token, failure);
        }
    }

    boolean speaks() {
        return voice != null;
    }

    void voiceAudio(long token, int clause, PcmChunk chunk) {
        if (voice != null && !voice.over()) {
            voice.events.audio(token, clause, chunk);
        }
    }

    void voiceDone(long token, int clause) {
        if (voice != null && !voice.over()) {
            voice.events.done(token, clause);
        }
    }

    void voiceFailed(long token, int clause, EngineFailure failure) {
        if (voice != null && !voice.over()) {
            voice.events.failed(token, clause, failure);
        }
    }

    // ---- sessions ---------------------------------------------------------------------------------------------------

    void attach(CallerSpeech speech, CallerFeed lane) {
        caller = speech;
        feed = lane;
        attach(speech);
    }

    void attach(RealtimeDialogueSession session) {
        dialogue = session;
        attach((RealtimePart) session);
    }

    void attach(VoiceSession session) {
        voice = session;
        attach((RealtimePart) session);
    }

    private void attach(RealtimePart port) {
        ports.add(port);
        if (dead != null) {
            port.failed(dead);
        } else if (online()) {
            open(port);
        } else if (!begun) {
            begun = true;
            connect();
        }
    }

    private void open(RealtimePart port) {
        if (port == caller) {
            feed.paused(false);
        }
        if (!opened.contains(port)) {
            opened.add(port);
            port.ready();
        }
    }

    void hungUp(CallerSpeech speech) {
        if (caller == speech) {
            caller = null;
            feed = null;
        }
        detach(speech);
    }

    /** Removes a closed session; the last one closes the connection. */
    void detach(RealtimePart port) {
        ports.remove(port);
        opened.remove(port);
        dialogue = port == dialogue ? null : dialogue;
        voice = port == voice ? null : voice;
        if (!ports.isEmpty()) {
            port.closed();
            return;
        }
        over = true;
        leaving = port;
        stopRenewal();
        if (next != null) {
            next.close();
        }
        if (socket == null) {
            left();
        } else {
            socket.close();
        }
    }

    /** Cancels the renewal: its timer would keep the call and the whole conversation in memory for most of an hour. */
    private void stopRenewal() {
        if (renewal != null) {
            renewal.cancel(false);
            renewal = null;
        }
    }

    private void left() {
        if (leaving != null) {
            RealtimePart last = leaving;
            leaving = null;
            last.closed();
        }
    }

    // ---- the connection ---------------------------------------------------------------------------------------------

    private void connect() {
        socket = new RealtimeSocket(settings(), loop, this);
        socket.open(model.net());
    }

    @Override
    public ObjectNode session() {
        return ClientEvents.session(settings(), talk.instructions(), talk.tools());
    }

    @Override
    public void ready(RealtimeSocket opening, long expiresAtS) {
        if (opening == next) {
            renewWhenQuiet(expiresAtS);
            return;
        }
        take(expiresAtS);
    }

    /** Uses the session in {@link #socket} from now on: it receives the conversation, and work continues. */
    private void take(long expiresAtS) {
        talk.restated().forEach(this::send);
        long sessionMs = settings().limits().sessionMs();
        long reportedMs = expiresAtS == 0 ? sessionMs : expiresAtS * 1_000 - model.wallMs();
        long lengthMs = reportedMs >= LEAST_SESSION_MS ? Math.min(sessionMs, reportedMs) : sessionMs;
        endNs = nowNs() + lengthMs * MS;
        RealtimeSocket present = socket;
        stopRenewal();
        renewal = loop.schedule(
                () -> renew(present),
                Math.max(0, lengthMs - settings().limits().renewBeforeMs()),
                TimeUnit.MILLISECONDS);
        for (RealtimePart port : List.copyOf(ports)) {
            open(port);
        }
        replies.next();
    }

    /** Prepares another session, because the present one ends soon. */
    private void renew(RealtimeSocket ending) {
        if (ending == socket && !over && next == null) {
            next = new RealtimeSocket(settings(), loop, this);
            next.open(model.net());
        }
    }

    private void renewWhenQuiet(long expiresAtS) {
        if (next == null || over) {
            return;
        }
        boolean quiet = replies.quiet() && !talk.going() && (caller == null || caller.quiet());
        boolean late = endNs - nowNs() < settings().limits().answerMs() * MS;
        if (!quiet && !late) {
            loop.schedule(() -> renewWhenQuiet(expiresAtS), QUIET_CHECK_MS, TimeUnit.MILLISECONDS);
            return;
        }
        RealtimeSocket old = socket;
        socket = next;
        next = null;
        forget(new EngineFailure(EngineFailure.UNAVAILABLE, "the session came to its end", true), true);
        old.close();
        take(expiresAtS);
    }

    /** Drops the state that only the last session had. */
    private void forget(EngineFailure why, boolean again) {
        talk.disconnected();
        if (caller != null) {
            caller.lost(why);
        }
        replies.lost(why, again);
    }

    @Override
    public void lost(RealtimeSocket gone, EngineFailure failure) {
        if (over) {
            if (gone == socket) {
                left();
            }
            return;
        }
        if (gone == next) {
            next = null;
            RealtimeSocket present = socket;
            loop.schedule(() -> renew(present), RENEW_AGAIN_MS, TimeUnit.MILLISECONDS);
        } else if (gone == socket) {
            disconnected(
                    failure != null
                            ? failure
                            : NetFailures.closed(settings().access().name(), 0, ""));
        }
    }

    private void disconnected(EngineFailure failure) {
        LOG.debug("call {}: {}", context.callId(), failure.message());
        boolean served = endNs != Long.MAX_VALUE;
        endNs = Long.MAX_VALUE;
        socket = null;
        if (feed != null) {
            feed.paused(true);
        }
        long nowNs = nowNs();
        if (losses == 0 || nowNs - lossesFromNs > LOSS_WINDOW_NS) {
            losses = 0;
            lossesFromNs = nowNs;
        }
        boolean again = served && ++losses <= MOST_LOSSES;
        forget(failure, again);
        if (!again) {
            die(failure);
        } else {
            connect();
        }
    }

    private void die(EngineFailure failure) {
        dead = failure;
        model.forget(this);
        if (next != null) {
            RealtimeSocket held = next;
            next = null;
            held.close();
        }
        replies.lost(failure, false);
        talk.failAll(failure);
        for (RealtimePart port : List.copyOf(ports)) {
            port.failed(failure);
        }
    }

    // ---- messages of the service ------------------------------------------------------------------------------------

    @Override
    public boolean requested(String responseId) {
        boolean is = replies.requested(responseId) != null;
        if (!is) {
            meters().synthesizer().lateDropped.increment();
        }
        return is;
    }

    @Override
    public void event(RealtimeSocket from, ServerEvent event) {
        if (from != socket || over) {
            return;
        }
        JsonNode body = event.body();
        switch (event.type()) {
            case RealtimeEvents.RESPONSE_OUTPUT_AUDIO_DELTA -> audio(event);
            case RealtimeEvents.RESPONSE_OUTPUT_AUDIO_TRANSCRIPT_DELTA -> words(body);
            case RealtimeEvents.RESPONSE_CREATED -> replies.created(body.path(RESPONSE));
            case RealtimeEvents.RESPONSE_DONE -> replies.done(body.path(RESPONSE));
            case RealtimeEvents.RESPONSE_OUTPUT_ITEM_DONE -> functionCall(body, body.path(ITEM));
            case RealtimeEvents.RESPONSE_FUNCTION_CALL_ARGUMENTS_DONE -> functionCall(body, body);
            case ERROR -> error(body.path(ERROR));
            default -> other(event.type(), body);
        }
    }

    private void audio(ServerEvent event) {
        Reply reply = event.audio() == null ? null : replies.requested(event.responseId());
        if (reply == null || reply.overlong) {
            return;
        }
        if (reply.audio.end() == 0) {
            meters().synthesizer().first(nowNs() - reply.sentNs);
        }
        reply.audio(event.itemId(), event.audio());
        int perMs = settings().format().bytesPerMs();
        meters().synthesizer().audioMs.add(event.audio().length / perMs);
        if (reply.audio.end() - reply.audio.read() > (long) settings().limits().heldAudioMs() * perMs) {
            reply.overlong = true;
            send(ClientEvents.cancel(reply.id));
        }
        if (reply.turn != null) {
            reply.turn.pump();
        }
    }

    private void words(JsonNode body) {
        Reply reply = replies.requested(body.path(RESPONSE_ID).asText(""));
        if (reply == null) {
            meters().dialogue().lateDropped.increment();
        } else if (!reply.overlong) {
            if (reply.text.length() == 0) {
                meters().dialogue().first(nowNs() - reply.sentNs);
            }
            talk.words(reply, body.path(DELTA).asText(""));
        }
    }

    private void functionCall(JsonNode body, JsonNode item) {
        Reply reply = replies.requested(body.path(RESPONSE_ID).asText(""));
        if (reply != null) {
            reply.functionCall(item);
        }
    }

    private void error(JsonNode error) {
        String code = error.path(CODE).asText("");
        String eventId = error.path(EVENT_ID).asText("");
        if (RealtimeErrors.INPUT_AUDIO_BUFFER_COMMIT_EMPTY.equals(code)) {
            if (caller != null) {
                caller.nothingCommitted();
            }
        } else if (!RealtimeErrors.RESPONSE_CANCEL_NOT_ACTIVE.equals(code)) {
            EngineFailure failure = socket.refusal(error);
            if (!replies.refused(eventId, code, failure)) {
                meters().dialogue().failures.increment();
                LOG.debug("call {}: {}", context.callId(), failure.message());
            }
        }
    }

    private void other(String type, JsonNode body) {
        boolean hearing = type.startsWith("input_audio_buffer.")
                || type.startsWith("conversation.item.input_audio_transcription.");
        if (hearing) {
            if (caller != null) {
                caller.event(type, body);
            }
        } else if (!type.startsWith("conversation.")
                && !type.startsWith("session.")
                && !type.startsWith("rate_limits.")
                && !type.startsWith("response.")) {
            unexpected();
        }
    }
}
