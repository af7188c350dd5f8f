package io.sidetone.speech.failover;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.feed.FedSession;
import java.util.List;

/** Several recognizers in order of preference, as one, at the rate of the first. Thread-safe. */
public final class FailoverRecognizer implements Recognizer {
    private final Failover<Recognizer> failover;
    private final Capabilities capabilities;

    /**
     * Creates it. Frames have the format of the first recognizer. It gives evidence only if all recognizers do: a call
     * that relies on evidence would otherwise hear nothing. It recognizes words if any of them does.
     */
    public FailoverRecognizer(Failover<Recognizer> failover) {
        this.failover = failover;
        List<Capabilities> all = failover.candidates().stream()
                .map(each -> each.engine().capabilities())
                .toList();
        this.capabilities = new Capabilities(
                all.get(0).wantsImageLeak(),
                all.stream().allMatch(Capabilities::givesEvidence),
                all.stream().anyMatch(Capabilities::hearsWords));
    }

    @Override
    public RecognizerSession open(CallContext call, RecognizerEvents events) {
        FailoverRecognizerSession session = new FailoverRecognizerSession(failover, call, events, sampleRateHz());
        session.start();
        return new FedSession(session.feed(), session.line());
    }

    @Override
    public int sampleRateHz() {
        return failover.engine(0).sampleRateHz();
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public EngineHealth health() {
        return failover.health(Recognizer::health);
    }
}
