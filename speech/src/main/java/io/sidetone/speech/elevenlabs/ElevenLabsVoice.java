package io.sidetone.speech.elevenlabs;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.SocketRequest;
import io.sidetone.speech.voice.SocketVoice;
import io.sidetone.speech.voice.SpokenClause;
import io.sidetone.speech.voice.VoiceJson;
import io.sidetone.speech.voice.VoiceSession;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Speaks each clause in a context of its own, because the service reports the end of a context but not of a flush. A
 * context is closed when the alignment shows that all of its text was spoken, or when nothing arrived for a moment. An
 * interruption can cut off a context that is still open.
 */
final class ElevenLabsVoice extends SocketVoice {
    /** A flushed context without alignment is complete after this much silence. */
    private static final int QUIET_MS = 500;

    /** A flushed context whose alignment shows missing text is complete after this much silence. */
    private static final int QUIET_IN_TEXT_MS = 2_000;

    /** The service must end cancelled contexts within this time; otherwise their connection is replaced. */
    private static final int RELEASE_MS = 1_000;

    private final ElevenLabsSettings settings;
    private final Map<String, ElevenLabsContext> live = new LinkedHashMap<>();
    private final Set<String> leaving = new HashSet<>();
    private ScheduledFuture<?> keepAlive;
    private ScheduledFuture<?> releaseTimer;
    private int contexts;
    private boolean reading = true;

    ElevenLabsVoice(EngineNet net, ElevenLabsSettings settings, VoiceSession session) {
        super(net, settings.access(), session);
        this.settings = settings;
    }

    @Override
    protected SocketRequest request() {
        return ElevenLabsRequests.connection(settings);
    }

    @Override
    public boolean ask(SpokenClause clause) {
        if (socket() == null) {
            return false;
        }
        if (live.size() + leaving.size() >= settings.maxContexts()) {
            waitForRoom();
            return false;
        }
        ElevenLabsContext context = new ElevenLabsContext("t" + clause.token() + "-" + ++contexts, clause, settings);
        live.put(context.id, context);
        socket().text(ElevenLabsRequests.begin(settings, context.id));
        socket().text(ElevenLabsRequests.text(context.id, clause.text()));
        socket().text(ElevenLabsRequests.flush(context.id));
        return true;
    }

    /** Waits for a free context: with one too many the service would close the connection. */
    private void waitForRoom() {
        if (releaseTimer == null && live.isEmpty()) {
            releaseTimer = session()
                    .loop()
                    .schedule(
                            () -> {
                                releaseTimer = null;
                                if (live.isEmpty() && leaving.size() >= settings.maxContexts()) {
                                    replace();
                                }
                            },
                            RELEASE_MS,
                            TimeUnit.MILLISECONDS);
        }
    }

    @Override
    protected void connected() {
        if (settings.keepAliveMs() > 0) {
            keepAlive = session()
                    .loop()
                    .scheduleAtFixedRate(
                            this::keepAlive, settings.keepAliveMs(), settings.keepAliveMs(), TimeUnit.MILLISECONDS);
        }
    }

    /** Keeps the connection and every open context alive. */
    private void keepAlive() {
        if (socket() != null) {
            socket().text(ElevenLabsRequests.keepAlive(null));
            for (ElevenLabsContext context : live.values()) {
                if (!context.closing) {
                    socket().text(ElevenLabsRequests.keepAlive(context.id));
                }
            }
        }
    }

    @Override
    public void drop(SpokenClause clause) {
        for (ElevenLabsContext context : live.values()) {
            if (context.clause == clause) {
                live.remove(context.id);
                leaving.add(context.id);
                finish(context);
                return;
            }
        }
    }

    /** Closes {@code context}: only its end is still awaited. */
    private void finish(ElevenLabsContext context) {
        context.stopWaiting();
        if (!context.closing && socket() != null) {
            context.closing = true;
            socket().text(ElevenLabsRequests.close(context.id));
        }
    }

    @Override
    protected void forget() {
        live.values().forEach(ElevenLabsContext::stopWaiting);
        live.clear();
        leaving.clear();
        keepAlive = stop(keepAlive);
        releaseTimer = stop(releaseTimer);
    }

    private static ScheduledFuture<?> stop(ScheduledFuture<?> timer) {
        if (timer != null) {
            timer.cancel(false);
        }
        return null;
    }

    @Override
    protected void message(byte[] bytes) throws IOException {
        ElevenLabsMessage message = ElevenLabsMessage.read(bytes);
        ElevenLabsContext context = live.get(message.contextId);
        if (message.error) {
            error(context, reported(message.status(), message.said()));
        } else if (context == null && !message.contextId.isEmpty()) {
            session().meter().lateDropped.increment();
            if (message.last && leaving.remove(message.contextId)) {
                session().pump();
            }
        } else if (context == null || !message.audio && !message.last) {
            session().meter().unexpected.increment();
        } else {
            answer(context, message, bytes);
        }
    }

    private void answer(ElevenLabsContext context, ElevenLabsMessage message, byte[] bytes) throws IOException {
        if (message.audio && session().dead(context.clause)) {
            session().meter().lateDropped.increment();
        } else if (message.audio) {
            audio(context, message, bytes);
        }
        if (message.last) {
            end(context);
        }
    }

    private void audio(ElevenLabsContext context, ElevenLabsMessage message, byte[] bytes) throws IOException {
        alive();
        if (message.alignment) {
            context.align(VoiceJson.tree(bytes, "alignment"));
            session().meter().unexpected.add(context.takeUnexpected());
            session().words(context.clause, context.words.times());
        }
        short[] pcm = context.decoder.decode(VoiceJson.base64(bytes, "audio"));
        session().audio(context.clause, settings.access().sampleRateHz(), pcm, pcm.length);
        if (context.complete()) {
            finish(context);
        } else {
            awaitQuiet(context);
        }
    }

    private void awaitQuiet(ElevenLabsContext context) {
        context.stopWaiting();
        if (reading && !context.closing && context.clause.sounded() && live.containsKey(context.id)) {
            int ms = context.begunText() ? QUIET_IN_TEXT_MS : QUIET_MS;
            context.quiet = session().loop().schedule(() -> finish(context), ms, TimeUnit.MILLISECONDS);
        }
    }

    /** While reading is paused, silence does not mean that the service is late. */
    @Override
    public void reading(boolean on) {
        reading = on;
        super.reading(on);
        live.values().forEach(this::awaitQuiet);
    }

    private void end(ElevenLabsContext context) {
        context.stopWaiting();
        live.remove(context.id);
        if (context.decoder.halfSample()) {
            session().meter().unexpected.increment();
        }
        session().complete(context.clause);
        session().pump();
    }

    private void error(ElevenLabsContext context, EngineFailure failure) {
        if (context != null) {
            live.remove(context.id);
            leaving.add(context.id);
            finish(context);
            session().failed(context.clause, failure);
        } else {
            // The error names no context, and the service usually closes the connection after it.
            for (ElevenLabsContext each : live.values()) {
                leaving.add(each.id);
                finish(each);
            }
            live.clear();
            session().underWay().forEach(clause -> session().failed(clause, failure));
        }
    }
}
