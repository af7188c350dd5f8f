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
import io.sidetone.speech.net.NetFailures;
import io.sidetone.speech.net.SocketRequest;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Recognition of one call by listen v2. An utterance of the lane may contain several turns of Flux, and a turn that
 * began in a dropped utterance may reach into the next. Words are assigned by their place on the audio clock, as in
 * listen v1.
 *
 * <p>Flux measures time only by audio. When an utterance has ended and its last words are expected, silence is sent in
 * real time until Flux has transcribed every possible word. {@code ForceEndTurn} ends a turn that is still open then.
 * At other times a little silence now and then keeps the connection open.
 */
final class FluxSession implements UtteranceFeed.Sink, DeepgramSocket.Owner {
    static final String FORCE_END = "{\"type\":\"ForceEndTurn\"}";
    static final String CLOSE_STREAM = "{\"type\":\"CloseStream\"}";

    /** The error with which a service answers an unknown message; it then closes the connection. */
    private static final String UNKNOWN_MESSAGE = "UNPARSABLE_CLIENT_MESSAGE";

    private static final int RING_FRAMES = 128;

    /** Flux reports a turn at most this long after its first word. */
    private static final int FIRST_WORD_MS = 500;

    /** Flux sends an update for each stretch of audio of this length. */
    private static final int UPDATE_MS = 250;

    /** Flux transcribes a word when it has this much of the audio after it. */
    private static final int MARGIN_MS = 200;

    private final FluxSettings settings;
    private final FluxRecognizer.ForcedEnds forcedEnds;
    private final RecognizerEvents events;
    private final EngineMeter meter;
    private final EventLoop loop;
    private final DeepgramSocket socket;
    private final AudioUplink uplink;
    private final Utterances utterances;
    private final FluxTurn turn = new FluxTurn();
    private final int patienceMs;
    private ScheduledFuture<?> greeting;
    private ScheduledFuture<?> silence;
    private int silenceLeftMs;
    private boolean connected;
    private boolean forced;
    private boolean everForced;

    FluxSession(
            EngineNet net,
            SocketRequest request,
            FluxSettings settings,
            FluxRecognizer.ForcedEnds forcedEnds,
            CallContext call,
            RecognizerEvents events,
            EngineMeter meter,
            FinalWait wait,
            LongSupplier clock) {
        this.settings = settings;
        this.forcedEnds = forcedEnds;
        this.events = events;
        this.meter = meter;
        this.loop = net.next();
        this.patienceMs = request.deadlines().firstByteMs();
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

    // ---- requests of the lane ---------------------------------------------------------------------------------------

    @Override
    public void begin(long token, ListenHint hint) {
        forced = false;
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
        settle();
        if (utterances.due()) {
            utterances.await(ended);
            long enoughMs = ended.loudMs + MARGIN_MS + UPDATE_MS;
            while (socket.up() && uplink.positionMs() < enoughMs) {
                uplink.silence();
            }
            feedSilence();
        }
    }

    @Override
    public void drop(long token) {
        if (utterances.drop(token) && turn.open() && !utterances.due()) {
            forceEnd();
            feedSilence();
        }
    }

    @Override
    public void over() {
        utterances.forget();
        stopTimers();
        socket.finish(CLOSE_STREAM);
    }

    // ---- silence ----------------------------------------------------------------------------------------------------

    /** Sends silence until Flux's turn is over, but no longer than Flux could need. */
    private void feedSilence() {
        silenceLeftMs = settings.eotTimeoutMs() + settings.finalizeMs();
        if (silence == null) {
            silence = loop.scheduleAtFixedRate(
                    this::passTime, settings.messageMs(), settings.messageMs(), TimeUnit.MILLISECONDS);
        }
    }

    private void passTime() {
        boolean due = socket.up() && silenceLeftMs > 0 && (utterances.due() || turn.open());
        if (!due) {
            silence.cancel(false);
            silence = null;
        } else if (!utterances.speaking()) {
            silenceLeftMs -= settings.messageMs();
            uplink.silence();
        }
    }

    private void keepAlive() {
        if (connected) {
            uplink.silence();
        }
    }

    private void stopTimers() {
        if (silence != null) {
            silence.cancel(false);
            silence = null;
        }
        if (greeting != null) {
            greeting.cancel(false);
        }
    }

    // ---- messages of the service ------------------------------------------------------------------------------------

    @Override
    public void opened() {
        greeting = loop.schedule(
                () -> socket.fail(NetFailures.timeout(socket.service(), "the greeting of Flux", patienceMs)),
                patienceMs,
                TimeUnit.MILLISECONDS);
        socket.whenIdle(settings.idleMs(), this::keepAlive);
    }

    @Override
    public boolean message(String type, JsonNode message) {
        if (!turn.inOrder(message)) {
            meter.lateDropped.increment();
            return true;
        }
        switch (type) {
            case "Connected" -> {
                greeting.cancel(false);
                if (!connected) {
                    connected = true;
                    events.ready();
                }
            }
            case "TurnInfo" -> {
                return turnInfo(message);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean turnInfo(JsonNode message) {
        FluxTurn.Step step = FluxTurn.step(message.path("event").asText(""));
        boolean whole = step != null
                && message.path("turn_index").isInt()
                && message.path("transcript").isTextual()
                && message.path("audio_window_end").isNumber();
        if (!whole) {
            return false;
        }
        int number = message.path("turn_index").intValue();
        long from = StreamWords.ms(message.path("audio_window_start").asDouble(0));
        long to = StreamWords.ms(message.path("audio_window_end").doubleValue());
        String text = message.path("transcript").textValue();
        StreamWords timed = StreamWords.of(from, to, text, message.path("words"));
        if (number > turn.index()) {
            utterances.live().forEach(utterance -> utterance.words.settleGuess(turn.index()));
        }
        long first = timed.words().isEmpty()
                ? Math.max(from, to - FIRST_WORD_MS)
                : timed.words().get(0).middleMs();
        turn.take(step, number, first, to, !text.isBlank());
        // Without word times a turn belongs to the utterance in which it was first heard.
        StreamWords said = new StreamWords(turn.beganMs(), turn.beganMs() + 1, text, timed.words());
        boolean last = step == FluxTurn.Step.END;
        boolean taken = text.isBlank();
        for (Utterance utterance : utterances.live()) {
            utterance.heard |= to > utterance.beginMs;
            utterance.coveredMs = Math.max(utterance.coveredMs, Math.min(to, utterance.endMs));
            String own = said.within(utterance.beginMs, utterance.endMs);
            if (!own.isBlank()) {
                taken = true;
                boolean news = last
                        ? utterance.words.settle(number, number + 1, own)
                        : utterance.words.guess(number, number + 1, own);
                boolean complete = last || step == FluxTurn.Step.EAGER_END;
                if (news || complete) {
                    utterances.partial(utterance, complete);
                }
            }
            utterances.covers(utterance, to);
        }
        if (!taken) {
            meter.lateDropped.increment();
        }
        forced &= !last;
        settle();
        return true;
    }

    private void settle() {
        utterances.settle(this::complete);
    }

    /** Returns whether no word can follow; when a turn is still open, asks Flux to end it. */
    private boolean complete(Utterance ended) {
        long neededMs = Math.max(ended.loudMs, ended.beginMs) + MARGIN_MS;
        if (turn.coveredMs() < neededMs) {
            return false;
        }
        if (!turn.open() || turn.beganMs() >= ended.endMs) {
            return true;
        }
        if (utterances.speaking()) {
            // The turn continues in the next utterance: an end now would cut the words of that utterance.
            return true;
        }
        forceEnd();
        return turn.eager();
    }

    private void forceEnd() {
        if (settings.forceEnd() && forcedEnds.known() && !forced) {
            forced = true;
            everForced = true;
            socket.text(FORCE_END);
        }
    }

    @Override
    public void lost(EngineFailure failure) {
        stopTimers();
        if (everForced && socket.errorCode().equals(UNKNOWN_MESSAGE)) {
            forcedEnds.unknown(socket.service());
        }
        utterances.lost(failure);
    }

    @Override
    public void released() {
        events.closed();
    }
}
