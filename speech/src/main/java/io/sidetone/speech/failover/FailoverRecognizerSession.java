package io.sidetone.speech.failover;

import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.feed.LineFeed;
import io.sidetone.speech.feed.UtteranceFeed;
import java.util.concurrent.TimeUnit;

/**
 * The session of one call with several recognizers. When a recognizer fails, or gives no transcript in time, the next
 * one gets the utterance from its beginning; the next utterance begins with the preferred recognizer again.
 */
final class FailoverRecognizerSession extends FailoverSession<Recognizer, RecognizerSession> {
    private static final int FRAMES_PER_SECOND = 50;
    private static final int RING_FRAMES = 128;
    private static final int FULL_WAIT_MS = 5;

    private final RecognizerEvents events;
    private final int sampleRateHz;
    private final int frameSamples;
    private final UtteranceFeed feed;
    private final LineFeed line;
    private final Resampler[] resamplers;
    private final Resampler[] lineResamplers;
    private short[] lineConverted = new short[0];
    /** The recognizer that receives the line; only its evidence counts. Written on the loop. */
    private volatile EngineSlot<RecognizerSession> listening;

    private short[] converted = new short[0];
    private int convertedSamples;
    private Speech speech;
    /** The recognizer that has begun the utterance: its session is open. */
    private EngineSlot<RecognizerSession> hearing;

    private boolean pumping;

    /** One utterance; the next recognizer gets it from its beginning. */
    private final class Speech extends Assignment<RecognizerSession> {
        final Utterance utterance;
        boolean ended;
        boolean replyExpected;
        boolean over;
        boolean endGiven;

        Speech(Utterance utterance) {
            super(FailoverRecognizerSession.this);
            this.utterance = utterance;
        }

        @Override
        boolean open() {
            return this == speech && !over;
        }

        @Override
        void restarted() {
            utterance.given = 0;
            endGiven = false;
            hearing = null;
        }

        @Override
        void begin(RecognizerSession session) {
            hearing = slot;
            convertedSamples = 0;
            session.start(utterance.token, utterance.hint);
            pump();
        }

        /** A recognizer that does not open within the time for a transcript is replaced by the next. */
        @Override
        void given() {
            if (hearing == null) {
                expect(limitMs(), () -> !endGiven && hearing == null);
            }
        }

        @Override
        void abandon(RecognizerSession session) {
            session.cancel(utterance.token);
        }

        @Override
        String lateness(String name) {
            return "recognizer " + name + " gave no transcript within " + limitMs()
                    + " ms; the next was given the utterance";
        }

        void handOver(EngineFailure failure) {
            if (!next()) {
                fail(failure);
            }
        }

        void fail(EngineFailure failure) {
            over = true;
            events.failed(utterance.token, failure);
        }
    }

    FailoverRecognizerSession(
            Failover<Recognizer> failover, CallContext call, RecognizerEvents events, int sampleRateHz) {
        super(failover, call);
        this.events = events;
        this.sampleRateHz = sampleRateHz;
        this.frameSamples = sampleRateHz / FRAMES_PER_SECOND;
        this.resamplers = new Resampler[size()];
        this.lineResamplers = new Resampler[size()];
        this.feed = new UtteranceFeed(this::onLoop, new LaneInput(), RING_FRAMES, frameSamples);
        this.line = new LineFeed(loop(), this::heard, RING_FRAMES, frameSamples);
    }

    /** Returns the lane's input for utterances. */
    UtteranceFeed feed() {
        return feed;
    }

    /** Returns the lane's input for the caller's line. */
    LineFeed line() {
        return line;
    }

    /** Passes the line to the most preferred recognizer that is open. */
    private void heard(short[] pcm, int offset, int samples, long streamPosMs) {
        EngineSlot<RecognizerSession> best = firstOpen();
        if (best != listening) {
            listening = best;
        }
        if (best == null) {
            return;
        }
        int rateHz = engine(best).sampleRateHz();
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

    /** Receives the lane's requests, on the loop. */
    private final class LaneInput implements UtteranceFeed.Sink {
        @Override
        public void begin(long token, ListenHint hint) {
            if (speech != null) {
                drop(speech.utterance.token);
            }
            speech = new Speech(new Utterance(token, hint, sampleRateHz));
            if (!speech.next()) {
                speech.fail(noCandidate());
            }
        }

        @Override
        public void frame(short[] pcm, int offset, int samples) {
            if (speech != null && !speech.over) {
                speech.utterance.add(pcm, offset, samples);
                pump();
            }
        }

        @Override
        public void end(long token, boolean replyExpected) {
            if (speech != null && speech.utterance.token == token) {
                speech.ended = true;
                speech.replyExpected = replyExpected;
                pump();
            }
        }

        @Override
        public void drop(long token) {
            if (speech != null && speech.utterance.token == token && !speech.over) {
                speech.over = true;
                if (hearing != null && stands(hearing)) {
                    with(hearing, session -> session.cancel(token));
                }
            }
        }

        @Override
        public void over() {
            closeAll();
        }
    }

    /** Sends the present recognizer the samples that it lacks; one whose queue is full gets the rest a little later. */
    private void pump() {
        Speech present = speech;
        if (hearing == null || present.over || pumping) {
            return;
        }
        Utterance utterance = present.utterance;
        while (utterance.missing() > 0) {
            int count = Math.min(frameSamples, utterance.missing());
            if (!give(hearing, utterance.pcm(), utterance.given, count)) {
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
            utterance.given += count;
        }
        if (present.ended && !present.endGiven) {
            present.endGiven = true;
            session(hearing).end(utterance.token, present.replyExpected);
            present.expect(limitMs(), () -> present.endGiven);
        }
    }

    private boolean give(EngineSlot<RecognizerSession> to, short[] pcm, int offset, int count) {
        Recognizer engine = engine(to);
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

    // ---- the recognizers' side --------------------------------------------------------------------------------------

    @Override
    RecognizerSession open(Recognizer recognizer, CallContext context, EngineSlot<RecognizerSession> opened) {
        return recognizer.open(context, new RecognizerEvents() {
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
            public void judged(long token, String text, SentenceEnd end) {
                onLoop(() -> {
                    if (owned(opened, token)) {
                        events.judged(token, text, end);
                    }
                });
            }

            @Override
            public void covers(long token, int behindMs) {
                onLoop(() -> {
                    if (owned(opened, token)) {
                        events.covers(token, behindMs);
                    }
                });
            }

            /**
             * Called per frame on the engine's thread: it does not change this session, so no hop to the loop is
             * needed.
             */
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
                        speech.over = speech.endGiven;
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
                        speech.handOver(failure);
                    }
                });
            }

            @Override
            public void closed() {
                onLoop(() -> onReleased(opened));
            }
        });
    }

    private boolean owned(EngineSlot<RecognizerSession> from, long token) {
        return from == hearing && speech != null && speech.utterance.token == token && !speech.over;
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
    void lost(EngineSlot<RecognizerSession> gone, EngineFailure failure) {
        if (gone == hearing) {
            hearing = null;
        }
        if (speech != null && gone == speech.slot && !speech.over) {
            speech.handOver(failure);
        }
    }

    @Override
    void closed() {
        events.closed();
    }
}
