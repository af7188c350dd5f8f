package io.sidetone.speech.failover;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;

/** Several voices in order of preference, as one. Thread-safe. */
public final class FailoverSynthesizer implements Synthesizer {
    private final Failover<Synthesizer> failover;
    private final Capabilities capabilities;

    /** Creates it from the engines of {@code failover}. It takes continuations only if all of them do: a clause may pass to another. */
    public FailoverSynthesizer(Failover<Synthesizer> failover) {
        this.failover = failover;
        this.capabilities = new Capabilities(failover.candidates().stream()
                .allMatch(each -> each.engine().capabilities().takesContinuations()));
    }

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents events) {
        FailoverSynthesisSession session = new FailoverSynthesisSession(failover, call, events);
        session.start();
        return session;
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public EngineHealth health() {
        return failover.health(Synthesizer::health);
    }
}
