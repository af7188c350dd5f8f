package io.sidetone.speech.watch;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import java.util.List;
import java.util.function.LongSupplier;

/** A voice whose requests and answers are reported to listeners. */
public final class InstrumentedSynthesizer implements Synthesizer {
    private final Synthesizer voice;
    private final List<EngineListeners> listeners;
    private final LongSupplier nanoClock;

    /** Creates it; {@code listeners} are notified in their order. */
    public InstrumentedSynthesizer(Synthesizer voice, List<EngineListeners> listeners, LongSupplier nanoClock) {
        this.voice = voice;
        this.listeners = List.copyOf(listeners);
        this.nanoClock = nanoClock;
    }

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents events) {
        SessionListener notifier = SessionListener.of(listeners, call, nanoClock);
        if (notifier == null) {
            return voice.open(call, events);
        }
        return new Session(voice.open(call, new Answers(events, notifier)), notifier);
    }

    @Override
    public Capabilities capabilities() {
        return voice.capabilities();
    }

    @Override
    public EngineHealth health() {
        return voice.health();
    }

    /** Passes on and reports requests of the lane. */
    private static final class Session implements SynthesisSession {
        private final SynthesisSession session;
        private final SessionListener watch;

        Session(SynthesisSession session, SessionListener watch) {
            this.session = session;
            this.watch = watch;
        }

        @Override
        public void speak(long token, int clause, String text) {
            watch.asked(token, clause, text.length());
            session.speak(token, clause, text);
        }

        @Override
        public void credit(long token, int ms) {
            session.credit(token, ms);
        }

        @Override
        public void cancel(long throughToken) {
            watch.cancelled(throughToken);
            session.cancel(throughToken);
        }

        @Override
        public void close() {
            session.close();
        }
    }

    /** Passes on and reports answers of the voice. */
    private static final class Answers implements SynthesisEvents {
        private final SynthesisEvents events;
        private final SessionListener watch;
        private long pending;

        Answers(SynthesisEvents events, SessionListener watch) {
            this.events = events;
            this.watch = watch;
        }

        @Override
        public void ready() {
            watch.ready();
            events.ready();
        }

        @Override
        public void audio(long token, int clause, PcmChunk chunk) {
            // The part of a chunk below one millisecond counts with the next chunk.
            pending += chunk.samples() * 1_000L;
            long ms = pending / chunk.sampleRateHz();
            pending -= ms * chunk.sampleRateHz();
            watch.piece(token, clause, ms);
            events.audio(token, clause, chunk);
        }

        @Override
        public void done(long token, int clause) {
            watch.done(token, clause);
            events.done(token, clause);
        }

        @Override
        public void failed(long token, int clause, EngineFailure failure) {
            watch.failed(token, clause, failure);
            events.failed(token, clause, failure);
        }

        @Override
        public void closed() {
            events.closed();
        }
    }
}
