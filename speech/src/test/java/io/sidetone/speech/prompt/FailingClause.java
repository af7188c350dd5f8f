package io.sidetone.speech.prompt;

import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;

/** The mock voice that cannot say one clause and asks to be tried again. */
final class FailingClause implements Synthesizer {
    private final MockSynthesizer voice = new MockSynthesizer(1);
    private final String clause;
    volatile boolean fails = true;

    FailingClause(String clause) {
        this.clause = clause;
    }

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents events) {
        SynthesisSession session = voice.open(call, events);
        return new SynthesisSession() {
            @Override
            public void speak(long token, int number, String text) {
                if (fails && text.equals(clause)) {
                    events.failed(token, number, new EngineFailure("broken", "cannot say this", true));
                } else {
                    session.speak(token, number, text);
                }
            }

            @Override
            public void credit(long token, int ms) {
                session.credit(token, ms);
            }

            @Override
            public void cancel(long throughToken) {
                session.cancel(throughToken);
            }

            @Override
            public void close() {
                session.close();
            }
        };
    }

    @Override
    public Capabilities capabilities() {
        return voice.capabilities();
    }

    @Override
    public EngineHealth health() {
        return voice.health();
    }
}
