package io.sidetone.core.mock;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;

/** Hears "[mock] utterance N" in every utterance, N counting from 1 in each call. */
public final class MockRecognizer implements Recognizer {
    @Override
    public RecognizerSession open(CallContext call, RecognizerEvents events) {
        events.ready();
        return new Session(events);
    }

    @Override
    public int sampleRateHz() {
        return SampleRate.WIDEBAND_HZ;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("mock");
    }

    private static final class Session implements RecognizerSession {
        private final RecognizerEvents events;
        private int utterances;
        private long frames;

        Session(RecognizerEvents events) {
            this.events = events;
        }

        @Override
        public void start(long token, ListenHint hint) {
            frames = 0;
        }

        @Override
        public boolean audio(short[] pcm, int offset, int samples) {
            frames++;
            return true;
        }

        @Override
        public void end(long token) {
            events.finalTranscript(token, frames == 0 ? "" : "[mock] utterance " + ++utterances);
        }

        @Override
        public void cancel(long token) {
            frames = 0;
        }

        @Override
        public void close() {
            events.closed();
        }
    }
}
