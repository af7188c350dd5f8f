package io.sidetone.speech.watch;

import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import java.util.List;
import java.util.function.LongSupplier;

/** A recognizer whose requests and answers are reported to listeners. */
public final class InstrumentedRecognizer implements Recognizer {
    private final Recognizer engine;
    private final List<EngineListeners> listeners;
    private final LongSupplier nanoClock;

    /** Creates it; {@code listeners} are notified in their order. */
    public InstrumentedRecognizer(Recognizer engine, List<EngineListeners> listeners, LongSupplier nanoClock) {
        this.engine = engine;
        this.listeners = List.copyOf(listeners);
        this.nanoClock = nanoClock;
    }

    @Override
    public RecognizerSession open(CallContext call, RecognizerEvents events) {
        SessionListener notifier = SessionListener.of(listeners, call, nanoClock);
        if (notifier == null) {
            return engine.open(call, events);
        }
        return new Session(engine.open(call, new Answers(events, notifier)), notifier);
    }

    @Override
    public int sampleRateHz() {
        return engine.sampleRateHz();
    }

    @Override
    public Capabilities capabilities() {
        return engine.capabilities();
    }

    @Override
    public EngineHealth health() {
        return engine.health();
    }

    /** Passes on and reports requests of the lane; allocates nothing for a frame. */
    private final class Session implements RecognizerSession {
        private final RecognizerSession session;
        private final SessionListener watch;
        private final long rateHz = engine.sampleRateHz();
        private long open;
        private long samples;

        Session(RecognizerSession session, SessionListener watch) {
            this.session = session;
            this.watch = watch;
        }

        @Override
        public void start(long token, ListenHint hint) {
            leave();
            open = token;
            watch.asked(token, 0, 0);
            session.start(token, hint);
        }

        @Override
        public boolean audio(short[] pcm, int offset, int count) {
            boolean taken = session.audio(pcm, offset, count);
            samples += taken ? count : 0;
            return taken;
        }

        @Override
        public boolean hear(short[] pcm, int offset, int count, long streamPosMs) {
            return session.hear(pcm, offset, count, streamPosMs);
        }

        @Override
        public void end(long token, boolean replyExpected) {
            leave();
            session.end(token, replyExpected);
        }

        @Override
        public void pauses(long token) {
            session.pauses(token);
        }

        @Override
        public void goesOn(long token) {
            session.goesOn(token);
        }

        @Override
        public void cancel(long token) {
            leave();
            watch.cancelled(token);
            session.cancel(token);
        }

        private void leave() {
            if (open != 0) {
                watch.ended(open, samples * 1_000 / rateHz);
                open = 0;
                samples = 0;
            }
        }

        @Override
        public void close() {
            leave();
            session.close();
        }
    }

    /** Passes on and reports answers of the engine. */
    private static final class Answers implements RecognizerEvents {
        private final RecognizerEvents events;
        private final SessionListener watch;

        Answers(RecognizerEvents events, SessionListener watch) {
            this.events = events;
            this.watch = watch;
        }

        @Override
        public void ready() {
            watch.ready();
            events.ready();
        }

        @Override
        public void partial(long token, String text) {
            watch.piece(token, 0, 0);
            events.partial(token, text);
        }

        @Override
        public void judged(long token, String text, SentenceEnd end) {
            watch.piece(token, 0, 0);
            events.judged(token, text, end);
        }

        @Override
        public void covers(long token, int behindMs) {
            events.covers(token, behindMs);
        }

        @Override
        public void finalTranscript(long token, String text) {
            watch.done(token, 0);
            events.finalTranscript(token, text);
        }

        @Override
        public void speechStarted() {
            events.speechStarted();
        }

        @Override
        public void evidence(long streamPosMs, float score) {
            events.evidence(streamPosMs, score);
        }

        @Override
        public void failed(long token, EngineFailure failure) {
            watch.failed(token, 0, failure);
            events.failed(token, failure);
        }

        @Override
        public void closed() {
            events.closed();
        }
    }
}
