package io.sidetone.speech.embedded.flite;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;

/** Replaces synthesis that is not installed: its health is down, and every session fails with the reason. */
public final class UnavailableSynthesizer implements Synthesizer {
    private final String reason;

    /** Creates it; {@code reason} names the missing part and how to install it. */
    public UnavailableSynthesizer(String reason) {
        this.reason = reason;
    }

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents events) {
        EngineFailure failure = new EngineFailure("unavailable", reason, false);
        events.failed(0, 0, failure);
        return new SynthesisSession() {
            private boolean closed;

            @Override
            public void speak(long token, int clause, String text) {
                events.failed(token, clause, failure);
            }

            @Override
            public void credit(long token, int ms) {}

            @Override
            public void cancel(long throughToken) {}

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
    public Capabilities capabilities() {
        return Capabilities.CLAUSES;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.down(reason);
    }
}
