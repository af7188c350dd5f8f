package io.sidetone.transport.vela;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;

/** A recognizer that is no mock: it tells how many frames it heard, "frames 3" after the third, and so on. */
final class HeardWords implements Recognizer {
    boolean ready = true;
    private RecognizerEvents waiting;

    /** The engine opens late. */
    void open() {
        ready = true;
        waiting.ready();
    }

    @Override
    public RecognizerSession open(CallContext call, RecognizerEvents events) {
        waiting = events;
        if (ready) {
            events.ready();
        }
        return new RecognizerSession() {
            private long token;
            private int frames;

            @Override
            public void start(long of, ListenHint hint) {
                token = of;
                frames = 0;
            }

            @Override
            public boolean audio(short[] pcm, int offset, int samples) {
                frames++;
                if (frames % 5 == 0) {
                    events.partial(token, "frames " + frames);
                }
                return true;
            }

            @Override
            public void end(long of, boolean replyExpected) {
                events.finalTranscript(of, frames == 0 ? "" : "frames " + frames);
            }

            @Override
            public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
                return true;
            }

            @Override
            public void pauses(long of) {}

            @Override
            public void goesOn(long of) {}

            @Override
            public void cancel(long of) {}

            @Override
            public void close() {
                events.closed();
            }
        };
    }

    @Override
    public int sampleRateHz() {
        return 16_000;
    }

    @Override
    public Recognizer.Capabilities capabilities() {
        return Recognizer.Capabilities.TRANSCRIPTS;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("counts frames");
    }
}
