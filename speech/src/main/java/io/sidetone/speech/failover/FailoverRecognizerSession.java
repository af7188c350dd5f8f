package io.sidetone.speech.failover;

import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.feed.LineFeed;
import io.sidetone.speech.feed.UtteranceFeed;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The session of one call with several recognisers. An utterance whose recogniser fails, or gives no transcript in time, is given
 * to the next from its beginning; the next utterance begins with the preferred one again.
 */
final class FailoverRecognizerSession extends Standby<RecognizerSession> {
    private static final int FRAMES_PER_SECOND = 50;
    private static final int RING_FRAMES = 128;
    private static final int FULL_WAIT_MS = 5;

    private final List<Candidate<Recognizer>> alternatives;
    private final CallContext call;
    private final RecognizerEvents events;
    private final int sampleRateHz;
    private final int frameSamples;
    private final int finalMs;
    private final UtteranceFeed feed;
    private final LineFeed line;
    private final Resampler[] resamplers;
    private final Resampler[] lineResamplers;
    private short[] lineConverted = new short[0];
    /** Hears the line; its evidence alone counts. Written on the loop. */
    private volatile Branch<RecognizerSession> listening;

    private short[] converted = new short[0];
    private int convertedSamples;
    private Utterance utterance;
    /** In charge of the utterance, once it is open: {@link #branch}. */
    private Branch<RecognizerSession> chosen;

    private Branch<RecognizerSession> branch;
    private boolean pumping;

    FailoverRecognizerSession(
            ScheduledExecutorService loop,
            List<Candidate<Recognizer>> alternatives,
            FailoverCounters handOvers,
            CallContext call,
            RecognizerEvents events,
            int sampleRateHz,
            int finalMs) {
        super(loop, alternatives, handOvers, call.callId());
        this.alternatives = alternatives;
        this.call = call;
        this.events = events;
        this.sampleRateHz = sampleRateHz;
        this.frameSamples = sampleRateHz / FRAMES_PER_SECOND;
        this.finalMs = finalMs;
        this.resamplers = new Resampler[alternatives.size()];
        this.lineResamplers = new Resampler[alternatives.size()];
        this.feed = new UtteranceFeed(this::onLoop, new Ears(), RING_FRAMES, frameSamples);
        this.line = new LineFeed(loop, this::heard, RING_FRAMES, frameSamples);
    }

    void open() {
        onLoop(this::begin);
    }

    /** Returns what the lane puts in. */
    UtteranceFeed feed() {
        return feed;
    }

    /** Returns where the lane puts what is heard on the line. */
    LineFeed line() {
        return line;
    }

    /** Hands the line on to the preferred recogniser of those that are open. */
    private void heard(short[] pcm, int offset, int samples, long streamPosMs) {
        Branch<RecognizerSession> best = firstOpen();
        if (best != listening) {
            listening = best;
        }
        if (best == null) {
            return;
        }
        int rateHz = alternatives.get(best.index).engine().sampleRateHz();
        if (rateHz == sampleRateHz) {
            session(best).hear(pcm, offset, samples, streamPosMs);
            return;
        }
        if (lineResamplers[best.index] == null) {
            lineResamplers[best.index] = Resamplers.create(sampleRateHz, rateHz);
            lineConverted = new short[Math.max(lineConverted.length, 2 * rateHz / FRAMES_PER_SECOND)];
        }
        int made = lineResamplers[best.index].process(pcm, offset, samples, lineConverted, 0);
        session(best).hear(lineConverted, 0, made, streamPosMs);
    }

    /** What the lane wants, on the loop. */
    private final class Ears implements UtteranceFeed.Sink {
        @Override
        public void begin(long token, ListenHint hint) {
            if (utterance != null) {
                drop(utterance.token);
            }
            utterance = new Utterance(token, hint, alternatives.size(), sampleRateHz);
            if (!next()) {
                fail(nobody());
            }
        }

        @Override
        public void frame(short[] pcm, int offset, int samples) {
            if (utterance != null && !utterance.over) {
                utterance.add(pcm, offset, samples);
                pump();
            }
        }

        @Override
        public void end(long token) {
            if (utterance != null && utterance.token == token) {
                utterance.ended = true;
                pump();
            }
        }

        @Override
        public void drop(long token) {
            if (utterance != null && utterance.token == token && !utterance.over) {
                utterance.over = true;
                if (branch != null && stands(branch)) {
                    with(branch, session -> session.cancel(token));
                }
            }
        }

        @Override
        public void over() {
            closeAll();
        }
    }

    /** Gives the utterance to the next recogniser; false if there is none. */
    private boolean next() {
        Branch<RecognizerSession> taken = choose(utterance.tried);
        if (taken == null) {
            return false;
        }
        Utterance present = utterance;
        handedOver(present.attempt == 0 ? -1 : chosen.index, taken);
        chosen = taken;
        present.tried[taken.index] = true;
        present.given = 0;
        present.endGiven = false;
        int attempt = ++present.attempt;
        branch = null;
        with(taken, session -> {
            if (present == utterance && !present.over && present.attempt == attempt) {
                branch = taken;
                convertedSamples = 0;
                session.start(present.token, present.hint);
                pump();
            }
        });
        if (branch == null) {
            // One that does not even open in the time of a transcript is left for the next.
            loop().schedule(() -> late(present, attempt, taken, false), finalMs, TimeUnit.MILLISECONDS);
        }
        return true;
    }

    /** Hands on what the recogniser in charge has not got; one whose queue is full gets the rest a little later. */
    private void pump() {
        Utterance present = utterance;
        if (branch == null || present.over || pumping) {
            return;
        }
        while (present.missing() > 0) {
            int count = Math.min(frameSamples, present.missing());
            if (!give(branch, present.pcm(), present.given, count)) {
                pumping = true;
                loop().schedule(
                                () -> {
                                    pumping = false;
                                    pump();
                                },
                                FULL_WAIT_MS,
                                TimeUnit.MILLISECONDS);
                return;
            }
            present.given += count;
        }
        if (present.ended && !present.endGiven) {
            present.endGiven = true;
            Branch<RecognizerSession> asked = branch;
            int attempt = present.attempt;
            session(asked).end(present.token);
            loop().schedule(() -> late(present, attempt, asked, true), finalMs, TimeUnit.MILLISECONDS);
        }
    }

    private boolean give(Branch<RecognizerSession> to, short[] pcm, int offset, int count) {
        Recognizer engine = alternatives.get(to.index).engine();
        RecognizerSession session = session(to);
        if (engine.sampleRateHz() == sampleRateHz) {
            return session.audio(pcm, offset, count);
        }
        if (convertedSamples == 0) {
            if (resamplers[to.index] == null) {
                resamplers[to.index] = Resamplers.create(sampleRateHz, engine.sampleRateHz());
                converted = new short[Math.max(converted.length, 2 * engine.sampleRateHz() / FRAMES_PER_SECOND)];
            }
            convertedSamples = resamplers[to.index].process(pcm, offset, count, converted, 0);
        }
        boolean taken = session.audio(converted, 0, convertedSamples);
        if (taken) {
            convertedSamples = 0;
        }
        return taken;
    }

    private void late(Utterance asked, int attempt, Branch<RecognizerSession> slow, boolean wasGiven) {
        if (asked != utterance || asked.over || asked.attempt != attempt || closing() || wasGiven != asked.endGiven) {
            return;
        }
        if (!wasGiven && branch == slow) {
            return;
        }
        if (next()) {
            refused(
                    slow,
                    new EngineFailure(
                            "timeout",
                            "recogniser " + alternatives.get(slow.index).name() + " gave no transcript within "
                                    + finalMs + " ms; the next was given the utterance",
                            true));
            if (stands(slow)) {
                with(slow, session -> session.cancel(asked.token));
            }
        }
    }

    private void fail(EngineFailure failure) {
        long token = utterance.token;
        utterance.over = true;
        events.failed(token, failure);
    }

    // ---- the recognisers' side --------------------------------------------------------------------------------------

    @Override
    RecognizerSession open(Branch<RecognizerSession> opened) {
        return alternatives.get(opened.index).engine().open(call, new RecognizerEvents() {
            @Override
            public void ready() {
                onLoop(() -> onReady(opened));
            }

            @Override
            public void partial(long token, String text) {
                onLoop(() -> {
                    if (owned(opened, token)) {
                        events.partial(token, text);
                    }
                });
            }

            @Override
            public void likelyComplete(long token, String text) {
                onLoop(() -> {
                    if (owned(opened, token)) {
                        events.likelyComplete(token, text);
                    }
                });
            }

            /** Straight from where it comes: per frame, and nothing of this session changes by it. */
            @Override
            public void evidence(long streamPosMs, float score) {
                if (opened == listening) {
                    events.evidence(streamPosMs, score);
                }
            }

            @Override
            public void speechStarted() {
                if (opened == listening) {
                    events.speechStarted();
                }
            }

            @Override
            public void finalTranscript(long token, String text) {
                onLoop(() -> {
                    if (owned(opened, token)) {
                        answered(opened);
                        utterance.over = utterance.endGiven;
                        events.finalTranscript(token, text);
                    }
                });
            }

            @Override
            public void failed(long token, EngineFailure failure) {
                onLoop(() -> {
                    if (token == 0) {
                        onLost(opened, failure);
                    } else if (owned(opened, token)) {
                        if (!"exhausted".equals(failure.code())) {
                            refused(opened, failure);
                        }
                        handOver(failure);
                    }
                });
            }

            @Override
            public void closed() {
                onLoop(() -> onReleased(opened));
            }
        });
    }

    private boolean owned(Branch<RecognizerSession> from, long token) {
        return from == branch && utterance != null && utterance.token == token && !utterance.over;
    }

    private void handOver(EngineFailure failure) {
        if (!next()) {
            fail(failure);
        }
    }

    @Override
    void close(RecognizerSession session) {
        session.close();
    }

    @Override
    void ready() {
        events.ready();
    }

    @Override
    void failed(EngineFailure failure) {
        events.failed(0, failure);
    }

    @Override
    void lost(Branch<RecognizerSession> gone, EngineFailure failure) {
        if (gone == branch) {
            branch = null;
        }
        if (gone == chosen && utterance != null && !utterance.over) {
            handOver(failure);
        }
        if (hopeless()) {
            events.failed(0, failure);
        }
    }

    @Override
    void closed() {
        events.closed();
    }
}
