package io.sidetone.transport.stream;

import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.playout.Buffering;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import java.util.Map;

/** A stream whose peer takes what it gets, and who takes its calls. */
final class PlainStream implements StreamWire {
    /** An agent of mock engines. */
    static CallPlan plan(String agent) {
        return new CallPlan(
                agent,
                new MockRecognizer(),
                new MockDialogue(MockBehavior.DEFAULT, null),
                new MockSynthesizer(1),
                ActionInvoker.none(),
                TurnPolicy.DEFAULT,
                AlertThresholds.DEFAULT,
                0);
    }

    /** A call in PCMU that is answered. */
    static StreamOffer offer(String externalId, String from, String to, Map<String, String> parameters) {
        return new StreamOffer(
                "test",
                externalId,
                from,
                to,
                "/test",
                null,
                null,
                StreamFormat.PCMU_8K,
                StreamFormat.PCMU_8K,
                new Buffering(0, false, false),
                null,
                true,
                parameters);
    }

    @Override
    public boolean audio(byte[] payload, int length, long token, long positionMs) {
        return true;
    }

    @Override
    public void hangUp(EndCause cause) {}
}
