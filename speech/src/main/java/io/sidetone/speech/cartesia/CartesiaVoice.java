package io.sidetone.speech.cartesia;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.SocketRequest;
import io.sidetone.speech.voice.SocketVoice;
import io.sidetone.speech.voice.SpokenClause;
import io.sidetone.speech.voice.VoiceJson;
import io.sidetone.speech.voice.VoiceSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Speaks clauses in contexts. No message marks the last clause of a turn, so a turn's context stays open from clause to
 * clause. A flush follows each clause, and the answer to the flush is the end of the clause. When no clause follows for
 * a while, this side ends the context, well before the service would let it expire; a later clause begins another
 * context.
 */
final class CartesiaVoice extends SocketVoice {
    private static final int TOO_MANY = 429;

    private final CartesiaSettings settings;
    private final Supplier<String> ids;
    private final Map<String, CartesiaContext> live = new LinkedHashMap<>();
    private CartesiaContext present;

    CartesiaVoice(EngineNet net, CartesiaSettings settings, VoiceSession session, Supplier<String> ids) {
        super(net, settings.access(), session);
        this.settings = settings;
        this.ids = ids;
    }

    @Override
    protected SocketRequest request() {
        return CartesiaRequests.connection(settings);
    }

    @Override
    public boolean ask(SpokenClause clause) {
        if (socket() == null) {
            return false;
        }
        boolean turns = settings.contexts() == CartesiaSettings.Contexts.TURN;
        if (present != null && (!turns || present.ended || present.token != clause.token())) {
            end(present);
        }
        if (present == null) {
            present = new CartesiaContext(
                    ids.get(),
                    clause.token(),
                    settings.encoding(),
                    settings.access().sampleRateHz());
            live.put(present.id, present);
        }
        present.stopWaiting();
        present.add(clause);
        if (turns) {
            // The service joins transcripts without adding spaces.
            send(present, clause.text() + " ", true, false);
            send(present, "", true, true);
        } else {
            present.ended = true;
            send(present, clause.text(), false, false);
        }
        return true;
    }

    private void send(CartesiaContext context, String text, boolean goesOn, boolean flush) {
        socket().text(CartesiaRequests.generation(settings, context.id, text, goesOn, flush));
    }

    /** Ends {@code context}: no clause follows in it; its requested audio still arrives. */
    private void end(CartesiaContext context) {
        context.stopWaiting();
        if (present == context) {
            present = null;
        }
        if (!context.ended && socket() != null) {
            context.ended = true;
            send(context, "", false, false);
        }
    }

    @Override
    public void drop(SpokenClause clause) {
        for (CartesiaContext context : live.values()) {
            if (context.holds(clause)) {
                forget(context);
                if (socket() != null) {
                    socket().text(CartesiaRequests.cancel(context.id));
                }
                return;
            }
        }
    }

    private void forget(CartesiaContext context) {
        context.stopWaiting();
        live.remove(context.id);
        if (present == context) {
            present = null;
        }
    }

    @Override
    protected void forget() {
        live.values().forEach(CartesiaContext::stopWaiting);
        live.clear();
        present = null;
    }

    @Override
    protected void message(byte[] bytes) throws IOException {
        if (bytes.length > 0 && bytes[0] != '{') {
            plainError(new String(bytes, StandardCharsets.UTF_8));
            return;
        }
        CartesiaMessage message = CartesiaMessage.read(bytes);
        CartesiaContext context = live.get(message.contextId);
        if (context == null && !message.contextId.isEmpty()) {
            session().meter().lateDropped.increment();
            return;
        }
        if (message.type.equals("error")) {
            error(context, reported(message.status, message.words()));
        } else if (context == null) {
            session().meter().unexpected.increment();
        } else {
            answer(context, message, bytes);
        }
    }

    private void answer(CartesiaContext context, CartesiaMessage message, byte[] bytes) throws IOException {
        switch (message.type) {
            case "chunk" -> chunk(context, context.at(message.flushId), bytes);
            case "timestamps" -> times(context, VoiceJson.tree(bytes, "word_timestamps"));
            case "flush_done" -> flushed(context, message.flushId);
            case "done" -> done(context);
            default -> session().meter().unexpected.increment();
        }
    }

    private void chunk(CartesiaContext context, CartesiaContext.Part part, byte[] bytes) throws IOException {
        if (part == null) {
            session().meter().unexpected.increment();
            return;
        }
        if (session().dead(part.clause)) {
            session().meter().lateDropped.increment();
            return;
        }
        alive();
        while (context.current() != part) {
            // Audio of a later clause completes the clause before it, whether its end was announced or not.
            finish(context);
        }
        short[] pcm = part.decoder.decode(VoiceJson.base64(bytes, "data"));
        session().audio(part.clause, settings.access().sampleRateHz(), pcm, pcm.length);
    }

    /** Takes word times; they count from the start of the context. */
    private void times(CartesiaContext context, JsonNode words) {
        CartesiaContext.Part part = context.current();
        JsonNode texts = words.path("words");
        JsonNode starts = words.path("start");
        JsonNode ends = words.path("end");
        if (part == null || texts.size() != starts.size() || texts.size() != ends.size()) {
            session().meter().unexpected.increment();
            return;
        }
        for (int i = 0; i < texts.size(); i++) {
            int startMs = (int) (Math.round(starts.get(i).asDouble() * 1_000) - part.startMs);
            int endMs = (int) (Math.round(ends.get(i).asDouble() * 1_000) - part.startMs);
            if (!part.words.add(texts.get(i).asText(), startMs, endMs)) {
                session().meter().unexpected.increment();
            }
        }
        session().words(part.clause, part.words.times());
    }

    private void flushed(CartesiaContext context, int flushId) {
        CartesiaContext.Part part = context.current();
        if (part == null || !context.newFlush(flushId)) {
            session().meter().unexpected.increment();
        } else if (part.clause.sounded() && context.at(flushId) == part) {
            finish(context);
        }
        // A flush that is answered before its audio marks no end: the next clause's audio or the context's end will
        // mark it.
    }

    private void finish(CartesiaContext context) {
        CartesiaContext.Part part = context.advance();
        if (part.decoder.halfSample()) {
            session().meter().unexpected.increment();
        }
        if (context.current() == null && !context.ended) {
            context.idle =
                    session().loop().schedule(() -> end(context), settings.contextIdleMs(), TimeUnit.MILLISECONDS);
        }
        session().complete(part.clause);
    }

    private void done(CartesiaContext context) {
        boolean expired = !context.ended;
        forget(context);
        while (context.current() != null) {
            CartesiaContext.Part part = context.advance();
            if (expired && !part.clause.sounded() && !context.first(part.clause)) {
                // The text arrived too late for this context.
                session().askAgain(part.clause, 0);
            } else {
                session().complete(part.clause);
            }
        }
    }

    private void error(CartesiaContext context, EngineFailure failure) {
        if (context == null) {
            // The error names no context, so no pending clause can be trusted to arrive.
            forget();
            session().underWay().forEach(clause -> session().failed(clause, failure));
            return;
        }
        forget(context);
        boolean ours = EngineFailure.RATE_LIMITED.equals(failure.code());
        for (CartesiaContext.Part part : context.rest()) {
            if (!ours && !part.clause.sounded() && !context.first(part.clause)) {
                session().askAgain(part.clause, 0);
            } else {
                session().failed(part.clause, failure);
            }
        }
    }

    /** Versions without structured errors send {@code Title: Message}. */
    private void plainError(String words) throws IOException {
        if (session().underWay().isEmpty() || !words.contains(": ")) {
            throw new IOException("not JSON");
        }
        String lower = words.toLowerCase(Locale.ROOT);
        boolean limited = lower.contains("too many") || lower.contains("concurren") || lower.contains("" + TOO_MANY);
        error(null, reported(limited ? TOO_MANY : 0, words));
    }
}
