package io.sidetone.speech.failover;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import java.util.ArrayList;
import java.util.List;

/** A voice that a test speaks for. */
final class FakeVoice implements Synthesizer {
    final List<String> asked = new ArrayList<>();
    SynthesisEvents events;
    long creditMs;

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents answered) {
        events = answered;
        answered.ready();
        return new SynthesisSession() {
            @Override
            public void speak(long token, int clause, String text) {
                asked.add("speak " + token + "/" + clause + " " + text);
            }

            @Override
            public void credit(long token, int ms) {
                creditMs += ms;
            }

            @Override
            public void cancel(long throughToken) {
                asked.add("cancel " + throughToken);
            }

            @Override
            public void close() {
                asked.add("close");
                answered.closed();
            }
        };
    }

    void audio(long token, int clause, int ms) {
        events.audio(token, clause, new PcmChunk(8_000, new short[8 * ms], 0, 8 * ms, null));
    }

    void fails(long token, int clause, String code) {
        events.failed(token, clause, new EngineFailure(code, "it " + code, true));
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.CLAUSES;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("fake");
    }
}
