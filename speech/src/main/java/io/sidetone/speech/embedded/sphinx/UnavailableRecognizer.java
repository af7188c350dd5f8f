package io.sidetone.speech.embedded.sphinx;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;

/** Replaces recognition that is not installed: its health is down, and every session fails with the reason. */
public final class UnavailableRecognizer implements Recognizer {
    private final String reason;

    /** Creates it; {@code reason} names the missing part and how to install it. */
    public UnavailableRecognizer(String reason) {
        this.reason = reason;
    }

    @Override
    public RecognizerSession open(CallContext call, RecognizerEvents events) {
        EngineFailure failure = new EngineFailure("unavailable", reason, false);
        events.failed(0, failure);
        return new RecognizerSession() {
            private boolean closed;

            @Override
            public void start(long token, ListenHint hint) {
                events.failed(token, failure);
            }

            @Override
            public boolean audio(short[] pcm, int offset, int samples) {
                return true;
            }

            @Override
            public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
                return true;
            }

            @Override
            public void end(long token, boolean replyExpected) {}

            @Override
            public void pauses(long token) {}

            @Override
            public void goesOn(long token) {}

            @Override
            public void cancel(long token) {}

            @Override
            public void close() {
                if (!closed) {
                    closed = true;
                    events.closed();
                }
            }
        };
    }

    @Override
    public int sampleRateHz() {
        return SampleRate.WIDEBAND_HZ;
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.TRANSCRIPTS;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.down(reason);
    }
}
