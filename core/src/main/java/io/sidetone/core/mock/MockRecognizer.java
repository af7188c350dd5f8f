package io.sidetone.core.mock;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;

/**
 * Hears "[mock] utterance N" in every utterance, N counting from 1 in each call. As a source of speech evidence it takes
 * whatever is louder than −45 dBov for speech.
 */
public final class MockRecognizer implements Recognizer {
    private static final Capabilities CAPABILITIES = new Capabilities(false, true, false);

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
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("mock");
    }

    /** Mean square of −45 dBov. */
    private static final double LOUD = 32_768.0 * 32_768.0 * 3.162e-5;

    private static final float SPEECH = 0.95f;
    private static final float NOISE = 0.05f;

    private static final class Session implements RecognizerSession {
        private final RecognizerEvents events;
        private int utterances;
        private long frames;
        private boolean closed;

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
        public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
            double squares = 0;
            for (int i = offset; i < offset + samples; i++) {
                squares += (double) pcm[i] * pcm[i];
            }
            events.evidence(streamPosMs, squares >= LOUD * samples ? SPEECH : NOISE);
            return true;
        }

        @Override
        public void end(long token, boolean replyExpected) {
            if (closed) {
                return;
            }
            events.finalTranscript(token, frames == 0 ? "" : "[mock] utterance " + ++utterances);
        }

        @Override
        public void pauses(long token) {}

        @Override
        public void goesOn(long token) {}

        @Override
        public void cancel(long token) {
            frames = 0;
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                events.closed();
            }
        }
    }
}
