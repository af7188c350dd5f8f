package io.sidetone.server.calls.outbound;

import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.dial.DialPlan;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;

/** The call to whom a caller is handed on: nobody speaks in it until its line is joined with the caller's. */
final class SecondLeg {
    private static final MockBehavior SILENT = new MockBehavior("", "", "", "", 0);

    /** Whoever answers, the caller hears it. */
    static final DialPlan ANYBODY = new DialPlan(false, false, "");

    private SecondLeg() {}

    /** Returns its plan; {@code name} stands where other calls have their agent. */
    static CallPlan plan(String name) {
        return new CallPlan(
                name,
                new MockRecognizer(),
                new MockDialogue(SILENT, null),
                new MockSynthesizer(1),
                ActionInvoker.none(),
                TurnPolicy.DEFAULT,
                AlertThresholds.DEFAULT,
                0);
    }
}
