package io.sidetone.speech.deepgram;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.channel.EventLoop;
import io.sidetone.audio.SampleRate;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.feed.FedSession;
import io.sidetone.speech.feed.UtteranceFeed;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.meter.FinalWait;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.SocketRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * Recognition of one call by listen v1. The lane's side is an {@link UtteranceFeed}; everything else runs on the event
 * loop.
 *
 * <p>Between utterances only keep-alives are sent. The service's clock counts audio, so on it utterances follow each
 * other without gaps. The words of a message belong to the utterance in whose stretch of audio they lie: words of a
 * dropped utterance do not get into the next, and an utterance that ended before the next began still gets its words.
 * The final transcript is published only at the end of the utterance, because a caller may continue after any pause;
 * until then partials contain all words so far.
 */
final class DeepgramRecognizerSession implements UtteranceFeed.Sink, DeepgramSocket.Owner {
    static final String KEEP_ALIVE = "{\"type\":\"KeepAlive\"}";
    static final String FINALIZE = "{\"type\":\"Finalize\"}";
    static final String CLOSE_STREAM = "{\"type\":\"CloseStream\"}";

    /** 2.5 s: a loop that lags further behind loses frames. */
    private static final int RING_FRAMES = 128;

    private static final int MAX_UNANSWERED = 16;

    private final DeepgramRecognizerSettings settings;
    private final RecognizerEvents events;
    private final EngineMeter meter;
    private final EventLoop loop;
    private final DeepgramSocket socket;
    private final AudioUplink uplink;
    private final Utterances utterances;

    /** Stream positions at which the service was asked to finish; the oldest unanswered one first. */
    private final Deque<Long> finalizes = new ArrayDeque<>();

    private long answeredMs = -1;

    DeepgramRecognizerSession(
            EngineNet net,
            SocketRequest request,
            DeepgramRecognizerSettings settings,
            CallContext call,
            RecognizerEvents events,
            EngineMeter meter,
            FinalWait wait,
            LongSupplier clock) {
        this.loop = net.next();
        this.settings = settings;
        this.events = events;
        this.meter = meter;
        this.socket = new DeepgramSocket(net, loop, request, meter, clock, this);
        this.uplink = new AudioUplink(
                socket, settings.encoding(), settings.access().sampleRateHz(), settings.messageMs(), meter);
        this.utterances = new Utterances(call.fence(), events, meter, socket, uplink, wait);
    }

    RecognizerSession open() {
        socket.open();
        return new FedSession(new UtteranceFeed(
                loop,
                this,
                RING_FRAMES,
                SampleRate.frameSamples(settings.access().sampleRateHz())));
    }

    // ---- requests of the lane, on the event loop --------------------------------------------------------------------

    @Override
    public void begin(long token, ListenHint hint) {
        utterances.begin(token);
    }

    @Override
    public void frame(short[] pcm, int offset, int samples) {
        utterances.frame(pcm, offset, samples);
    }

    @Override
    public void end(long token, boolean replyExpected) {
        Utterance ended = utterances.end(token);
        if (ended == null) {
            return;
        }
        utterances.settle(this::complete);
        if (utterances.due()) {
            askToFinish();
            utterances.await(ended);
        }
    }

    @Override
    public void drop(long token) {
        if (utterances.drop(token)) {
            askToFinish();
        }
    }

    @Override
    public void over() {
        utterances.forget();
        socket.finish(CLOSE_STREAM);
    }

    private void askToFinish() {
        socket.text(FINALIZE);
        finalizes.add(uplink.positionMs());
        if (finalizes.size() > MAX_UNANSWERED) {
            finalizes.poll();
        }
    }

    // ---- messages of the service ------------------------------------------------------------------------------------

    /** Keep-alives alone do not hold a stream that never had audio. */
    @Override
    public void opened() {
        uplink.silence();
        socket.whenIdle(settings.keepAliveMs(), () -> socket.text(KEEP_ALIVE));
        events.ready();
    }

    @Override
    public boolean message(String type, JsonNode message) {
        switch (type) {
            case "Results" -> {
                return results(message);
            }
            case "UtteranceEnd" -> {
                for (Utterance utterance : utterances.live()) {
                    utterance.paused |= !utterance.words.guessing() && utterance.heard;
                }
                utterances.settle(this::complete);
            }
            case "SpeechStarted" -> {
                for (Utterance utterance : utterances.live()) {
                    utterance.paused &= !utterance.open();
                }
            }
            case "Metadata" -> {
                // The summary of a stream that this side has ended.
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean results(JsonNode message) {
        JsonNode best = message.path("channel").path("alternatives").path(0);
        boolean whole = message.path("start").isNumber()
                && message.path("duration").isNumber()
                && best.path("transcript").isTextual();
        if (!whole) {
            return false;
        }
        double start = message.path("start").doubleValue();
        StreamWords said = StreamWords.of(
                StreamWords.ms(start),
                StreamWords.ms(start + message.path("duration").doubleValue()),
                best.path("transcript").textValue(),
                best.path("words"));
        boolean paused = message.path("speech_final").asBoolean(false);
        boolean answer = message.path("from_finalize").asBoolean(false);
        boolean last = paused || answer || message.path("is_final").asBoolean(false);
        boolean taken = false;
        for (Utterance utterance : utterances.live()) {
            if (utterance.touches(said.fromMs(), said.toMs())) {
                taken |= take(utterance, said, last, paused);
                utterances.covers(utterance, said.toMs());
            }
        }
        if (!taken && !said.text().isBlank()) {
            meter.lateDropped.increment();
        }
        if (answer) {
            answered(said.toMs());
        }
        utterances.settle(this::complete);
        return true;
    }

    private boolean take(Utterance utterance, StreamWords said, boolean last, boolean paused) {
        String text = said.within(utterance.beginMs, utterance.endMs);
        long from = Math.max(said.fromMs(), utterance.beginMs);
        long to = Math.min(said.toMs(), utterance.endMs);
        utterance.heard = true;
        boolean news = last ? utterance.words.settle(from, to, text) : utterance.words.guess(from, to, text);
        if (!news) {
            return false;
        }
        if (last) {
            utterance.coveredMs = Math.max(utterance.coveredMs, to);
            utterance.paused = paused;
        } else {
            utterance.paused &= text.isBlank();
        }
        utterances.partial(utterance);
        return true;
    }

    /**
     * The service has finished the audio up to {@code toMs}. It does not answer every request; this answer belongs to
     * the oldest request at or before that position.
     */
    private void answered(long toMs) {
        if (finalizes.isEmpty() || toMs <= answeredMs && finalizes.peek() > toMs + Utterance.SLACK_MS) {
            // The service repeated the answer.
            return;
        }
        answeredMs = toMs;
        while (finalizes.size() > 1 && finalizes.peek() + Utterance.SLACK_MS < toMs) {
            finalizes.poll();
        }
        long upTo = finalizes.poll();
        for (Utterance utterance : utterances.live()) {
            utterance.answered |= utterance.endMs <= upTo;
        }
    }

    /**
     * Returns whether no word can follow: all audio is covered, the service finished it, or the service hears a pause and the
     * rest is silence.
     */
    private boolean complete(Utterance ended) {
        return ended.answered
                || ended.coveredMs >= ended.endMs - Utterance.SLACK_MS
                || ended.paused && !ended.words.guessing() && ended.coveredMs >= ended.loudMs;
    }

    @Override
    public void lost(EngineFailure failure) {
        utterances.lost(failure);
    }

    @Override
    public void released() {
        events.closed();
    }
}
