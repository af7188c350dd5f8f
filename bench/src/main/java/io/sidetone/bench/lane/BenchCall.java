package io.sidetone.bench.lane;

import io.sidetone.core.admission.Admission;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.mock.MockBehaviour;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.playout.EgressRing;
import io.sidetone.core.port.MediaPort;
import io.sidetone.core.port.SignallingPort;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.action.ActionInvoker;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;

/** One call on a lane, its media and signalling acknowledged by the bench itself. Any thread. */
final class BenchCall implements MediaPort, SignallingPort {
    /** Nothing ends a turn or the call but the bench. */
    static final TurnPolicy ENDLESS = endless();

    private static final int SAMPLE_RATE_HZ = 8_000;

    private final Admission admission;
    private final EgressRing egress;
    private final long openedNs;
    private volatile CallRecord record;
    private int released;
    private long streamSamples;

    BenchCall(Admission admission, EgressRing egress, long nowNs) {
        this.admission = admission;
        this.egress = egress;
        this.openedNs = nowNs;
    }

    private static TurnPolicy endless() {
        TurnPolicy standard = TurnPolicy.DEFAULT;
        return standard.with(PolicyNumber.MAX_TURN, PolicyNumber.MAX_TURN.max())
                .with(PolicyNumber.END_SILENCE, PolicyNumber.END_SILENCE.max())
                .with(PolicyNumber.NO_INPUT, 0)
                .within(new TurnPolicy.Bounds(
                        standard.mediaTimeoutMs(), standard.maxHoldMs(), Integer.MAX_VALUE, 0, standard.creditMs()));
    }

    /** Opens and answers the call. */
    void open(Synthesizer synthesizer, MockBehaviour behaviour) {
        CallSetup setup = new CallSetup(
                "01BENCHBENCHBENCHBENCHBENC",
                "bench",
                "bench",
                "bench",
                "caller",
                "agent",
                new MockRecognizer(),
                new MockDialogue(behaviour, null),
                synthesizer,
                ActionInvoker.none(),
                ENDLESS,
                AlertThresholds.DEFAULT,
                this,
                this,
                1,
                0,
                openedNs,
                "");
        publish(LaneEventType.OPEN, 0, setup, openedNs);
        publish(LaneEventType.ANSWERED, 0, null, openedNs);
    }

    /** One frame of the caller. */
    boolean hear(short[] frame, long nowNs) {
        boolean taken = admission.publisher().offerAudio(frame, 0, frame.length, SAMPLE_RATE_HZ, streamSamples, nowNs);
        streamSamples += frame.length;
        return taken;
    }

    /** The caller presses a key: cancels what the agent says, and asks for the next turn. */
    void key(long nowNs) {
        publish(LaneEventType.DIGIT, '1', null, nowNs);
    }

    void hangUp(long nowNs) {
        publish(LaneEventType.HANG_UP, 0, EndCause.CALLER_HUNG_UP, nowNs);
    }

    private void publish(LaneEventType type, long a, Object ref, long nowNs) {
        admission.publisher().publish(type, 0, a, 0, ref, nowNs);
    }

    void record(CallRecord opened) {
        record = opened;
    }

    FloorState state() {
        CallRecord present = record;
        return present == null ? FloorState.NOT_CONNECTED : present.state();
    }

    Admission admission() {
        return admission;
    }

    @Override
    public EgressRing egress() {
        return egress;
    }

    @Override
    public int sampleRateHz() {
        return SAMPLE_RATE_HZ;
    }

    @Override
    public void answer() {}

    @Override
    public void end(EndCause cause) {}

    @Override
    public void release() {
        publish(LaneEventType.RELEASED, 0, "bench " + ++released, openedNs);
    }
}
