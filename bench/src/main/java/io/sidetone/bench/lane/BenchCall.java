package io.sidetone.bench.lane;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockLine;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;

/** One call on a lane, on the bench's time. Any thread. */
final class BenchCall extends MockLine {
    /** Gives each its record. */
    static final CallObserver OBSERVER = (call, event) -> {
        if (event instanceof CallObserver.Opened && call.setup().line().media() instanceof BenchCall bench) {
            bench.record = call;
        }
    };

    /** Only the bench ends a turn or the call. */
    static final TurnPolicy ENDLESS = endless();

    private volatile CallRecord record;

    BenchCall(Admission admission, EgressRing egress, long nowNs) {
        super(admission, egress, () -> nowNs);
    }

    private static TurnPolicy endless() {
        TurnPolicy standard = TurnPolicy.DEFAULT;
        return standard.with(PolicyNumber.MAX_TURN, PolicyNumber.MAX_TURN.max())
                .with(PolicyNumber.END_SILENCE, PolicyNumber.END_SILENCE.max())
                .with(PolicyNumber.NO_INPUT, 0)
                .within(new TurnPolicy.Bounds(
                        standard.bounds().mediaTimeoutMs(),
                        standard.bounds().maxHoldMs(),
                        Integer.MAX_VALUE,
                        0,
                        standard.bounds().creditMs()));
    }

    /** Opens and answers the call. */
    void open(Synthesizer synthesizer, MockBehavior behavior) {
        open(setup(
                "01BENCHBENCHBENCHBENCHBENC",
                "caller",
                new MockRecognizer(),
                new MockDialogue(behavior, null),
                synthesizer,
                ENDLESS,
                AlertThresholds.DEFAULT));
    }

    /** The caller presses a key: this cancels the agent's turn, and requests the next one. */
    void key(long nowNs) {
        publish(LaneEventType.DIGIT, '1', null, nowNs);
    }

    FloorState state() {
        CallRecord present = record;
        return present == null ? FloorState.NOT_CONNECTED : present.state();
    }
}
