package io.sidetone.bench.lane;

import io.sidetone.bench.callers.TurnTags;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;

/**
 * Speaks the number of the turn, as {@link TurnTags}, for as long as there is credit: a turn ends when it is
 * interrupted. Each call counts its own turns; lane thread.
 */
public final class EndlessVoice implements Synthesizer {
    private static final int CHUNK_MS = 240;
    private static final int CHUNKS = 16;

    private final PcmChunk[][] chunks = new PcmChunk[TurnTags.COUNT][CHUNKS];

    /** Creates it at the rate of the calls, so that nothing is resampled. */
    public EndlessVoice(int rateHz) {
        int samples = rateHz / 1_000 * CHUNK_MS;
        for (int tag = 0; tag < chunks.length; tag++) {
            short[] sound = TurnTags.sound(tag, CHUNKS * samples);
            for (int i = 0; i < CHUNKS; i++) {
                chunks[tag][i] = new PcmChunk(rateHz, sound, i * samples, samples, null);
            }
        }
    }

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents events) {
        events.ready();
        return new Session(events);
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.CLAUSES;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("bench");
    }

    private final class Session implements SynthesisSession {
        private final SynthesisEvents events;
        private long token = Token.NONE;
        private int clause;
        private boolean speaking;
        private int turn = -1;
        private int creditMs;
        private int next;

        Session(SynthesisEvents events) {
            this.events = events;
        }

        @Override
        public void speak(long turnToken, int number, String text) {
            begin(turnToken);
            if (!speaking) {
                speaking = true;
                clause = number;
                turn = (turn + 1) % TurnTags.COUNT;
            }
            publish();
        }

        @Override
        public void credit(long turnToken, int ms) {
            begin(turnToken);
            creditMs += ms;
            publish();
        }

        private void begin(long turnToken) {
            if (turnToken != token) {
                token = turnToken;
                speaking = false;
                creditMs = 0;
            }
        }

        private void publish() {
            for (; speaking && creditMs >= CHUNK_MS; creditMs -= CHUNK_MS) {
                events.audio(token, clause, chunks[turn][next]);
                next = (next + 1) % CHUNKS;
            }
        }

        @Override
        public void cancel(long throughToken) {
            speaking &= token > throughToken;
        }

        @Override
        public void close() {
            events.closed();
        }
    }
}
