package com.example.synthesizer;

import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import java.util.ArrayDeque;
import java.util.Deque;

/** One call. The lane calls every method: none blocks. Clauses wait in a queue until the lane gives credit for their audio. */
final class BeepSession implements SynthesisSession {
    private static final int RATE_HZ = 16_000;
    private static final int CHUNK_MS = 200;
    private static final double LOUDNESS = 8_000;

    private final BeepPlugin.Options options;
    private final SynthesisEvents events;
    private final Deque<Clause> waiting = new ArrayDeque<>();
    private long credited;
    private int creditMs;
    private boolean closed;

    private static final class Clause {
        final long token;
        final int number;
        final int wholeMs;
        int spokenMs;

        Clause(long token, int number, int wholeMs) {
            this.token = token;
            this.number = number;
            this.wholeMs = wholeMs;
        }
    }

    BeepSession(BeepPlugin.Options options, SynthesisEvents events) {
        this.options = options;
        this.events = events;
    }

    @Override
    public void speak(long token, int clause, String text) {
        waiting.add(new Clause(token, clause, text.length() * options.characterMs()));
        publish();
    }

    @Override
    public void credit(long token, int ms) {
        creditMs = token == credited ? creditMs + ms : ms;
        credited = token;
        publish();
    }

    private void publish() {
        while (!closed && !waiting.isEmpty() && waiting.peek().token == credited) {
            Clause clause = waiting.peek();
            int ms = Math.min(CHUNK_MS, Math.min(creditMs, clause.wholeMs - clause.spokenMs));
            if (ms > 0) {
                events.audio(clause.token, clause.number, tone(clause.spokenMs, ms));
                clause.spokenMs += ms;
                creditMs -= ms;
            }
            if (clause.spokenMs < clause.wholeMs && creditMs == 0) {
                return;
            }
            if (clause.spokenMs == clause.wholeMs) {
                waiting.poll();
                events.done(clause.token, clause.number);
            }
        }
    }

    private PcmChunk tone(int fromMs, int ms) {
        short[] pcm = new short[ms * RATE_HZ / 1_000];
        int from = fromMs * RATE_HZ / 1_000;
        for (int i = 0; i < pcm.length; i++) {
            pcm[i] = (short) (LOUDNESS * Math.sin(2 * Math.PI * options.pitchHz() * (from + i) / RATE_HZ));
        }
        return new PcmChunk(RATE_HZ, pcm, 0, pcm.length, null);
    }

    @Override
    public void cancel(long throughToken) {
        waiting.removeIf(clause -> clause.token <= throughToken);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            waiting.clear();
            events.closed();
        }
    }
}
