package io.sidetone.bench.lane;

import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;

/** A voice whose first clause never ends: it publishes one chunk again for every piece of credit. */
final class EndlessSynthesizer implements Synthesizer {
    private static final int RATE_HZ = 8_000;

    private final PcmChunk chunk;

    EndlessSynthesizer() {
        short[] pcm = new short[RATE_HZ / 1000 * PcmChunk.MAX_MS];
        new SpeechNoise(RATE_HZ, 1).fill(pcm, 0, pcm.length);
        chunk = new PcmChunk(RATE_HZ, pcm, 0, pcm.length, null);
    }

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents events) {
        events.ready();
        return new SynthesisSession() {
            private int creditMs;
            private boolean speaking;

            @Override
            public void speak(long token, int clause, String text) {
                speaking = true;
                publish(token);
            }

            @Override
            public void credit(long token, int ms) {
                creditMs += ms;
                if (speaking) {
                    publish(token);
                }
            }

            private void publish(long token) {
                while (creditMs >= PcmChunk.MAX_MS) {
                    creditMs -= PcmChunk.MAX_MS;
                    events.audio(token, 0, chunk);
                }
            }

            @Override
            public void cancel(long throughToken) {
                speaking = false;
            }

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
