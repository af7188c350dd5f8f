package io.sidetone.speech.watch;

import io.sidetone.core.playout.PcmChunk;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import java.util.function.LongSupplier;

/** A voice that is looked on at. */
public final class WatchedSynthesizer implements Synthesizer {
    private final Synthesizer voice;
    private final Watching watching;
    private final LongSupplier nanoClock;

    /** Lets {@code watching} look on at {@code voice}. */
    public WatchedSynthesizer(Synthesizer voice, Watching watching, LongSupplier nanoClock) {
        this.voice = voice;
        this.watching = watching;
        this.nanoClock = nanoClock;
    }

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents events) {
        EngineWatch watch = watching.of(call);
        if (watch == null) {
            return voice.open(call, events);
        }
        SessionWatch told = new SessionWatch(watch, nanoClock);
        return new Session(voice.open(call, new Answers(events, told)), told);
    }

    @Override
    public Synthesizer forMedia(int mediaRateHz) {
        Synthesizer other = voice.forMedia(mediaRateHz);
        return other == voice ? this : new WatchedSynthesizer(other, watching, nanoClock);
    }

    @Override
    public EngineHealth health() {
        return voice.health();
    }

    /** What the lane asks. */
    private static final class Session implements SynthesisSession {
        private final SynthesisSession session;
        private final SessionWatch watch;

        Session(SynthesisSession session, SessionWatch watch) {
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

    /** What the voice answers. */
    private static final class Answers implements SynthesisEvents {
        private final SynthesisEvents events;
        private final SessionWatch watch;
        private long pending;

        Answers(SynthesisEvents events, SessionWatch watch) {
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
            // What is less than a millisecond of one chunk counts with the next.
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
