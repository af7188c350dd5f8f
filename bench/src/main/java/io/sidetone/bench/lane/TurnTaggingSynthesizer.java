package io.sidetone.bench.lane;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import java.util.Arrays;

/**
 * Writes the number of the turn into every sample that it speaks. A frame behind the egress ring then shows its turn,
 * whatever token it carries.
 */
final class TurnTaggingSynthesizer implements Synthesizer {
    /** Smaller samples are no tags. */
    static final int FIRST_TAG = 1_000;

    private static final int RATE_HZ = 8_000;
    private static final int CHUNKS = 8;

    /** The present turn, counted from 1. Written by the lane. */
    private volatile int turn;

    /** Returns the turn of a frame, or 0 if it has none. */
    static int turnOf(short sample) {
        return sample < FIRST_TAG ? 0 : sample - FIRST_TAG;
    }

    int turn() {
        return turn;
    }

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents events) {
        events.ready();
        return new SynthesisSession() {
            @Override
            public void speak(long token, int clause, String text) {
                int now = turn + 1;
                turn = now;
                short[] pcm = new short[RATE_HZ / 1000 * PcmChunk.MAX_MS];
                Arrays.fill(pcm, (short) (FIRST_TAG + now));
                for (int i = 0; i < CHUNKS; i++) {
                    events.audio(token, clause, new PcmChunk(RATE_HZ, pcm, 0, pcm.length, null));
                }
                events.done(token, clause);
            }

            @Override
            public void credit(long token, int ms) {}

            @Override
            public void cancel(long throughToken) {}

            @Override
            public void close() {
                events.closed();
            }
        };
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.CLAUSES;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("bench");
    }
}
