package io.sidetone.core.mock;

import io.sidetone.core.call.CallSetup;
import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.MediaPort;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.SignallingPort;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import java.util.Map;
import org.agrona.concurrent.NanoClock;

/**
 * A telephone line without a network: the media and the signalling of one call at 8 kHz, mono, answered at once and released
 * of at once. Any thread.
 */
public class MockLine implements MediaPort, SignallingPort {
    private static final int SAMPLE_RATE_HZ = 8_000;

    private final Admission admission;
    private final EgressRing egress;
    private final NanoClock clock;
    private int released;
    private long streamSamples;

    /**
     * Creates the line of an admitted call.
     *
     * @param egress where the call's frames go; read by its holder
     * @param clock time of what happens on the line
     */
    public MockLine(Admission admission, EgressRing egress, NanoClock clock) {
        this.admission = admission;
        this.egress = egress;
        this.clock = clock;
    }

    /** Returns what a call on this line is opened with: no actions, seed 1. */
    public CallSetup setup(
            String callId,
            String from,
            Recognizer recognizer,
            DialogueModel dialogue,
            Synthesizer synthesizer,
            TurnPolicy policy,
            AlertThresholds alerts) {
        return new CallSetup(
                new CallSetup.Identity(
                        callId,
                        "external of " + callId,
                        "mock",
                        "desk",
                        from,
                        "sip:desk@127.0.0.1",
                        CallFacts.NONE,
                        1,
                        1_700_000_000_000L,
                        clock.nanoTime()),
                CallSetup.Engines.of(recognizer, dialogue, synthesizer),
                CallSetup.Line.of(this, this),
                new CallSetup.Terms(policy, alerts, "", null));
    }

    /** The same with the mock recognizer, model and voice, and everything else as shipped. */
    public CallSetup setup(String callId, String from) {
        return setup(
                callId,
                from,
                new MockRecognizer(),
                new MockDialogue(MockBehavior.DEFAULT, null),
                new MockSynthesizer(1),
                TurnPolicy.DEFAULT,
                AlertThresholds.DEFAULT);
    }

    /** The call comes and is answered. */
    public void open(CallSetup setup) {
        publish(LaneEventType.OPEN, setup);
        publish(LaneEventType.ANSWERED, null);
    }

    /** 20 ms of the caller; false when the ring refused them. */
    public boolean hear(short[] frame, long nowNs) {
        boolean taken = admission.publisher().offerAudio(frame, 0, frame.length, SAMPLE_RATE_HZ, streamSamples, nowNs);
        streamSamples += frame.length;
        return taken;
    }

    /** Something without numbers happens to the call now. */
    public void publish(LaneEventType type, Object ref) {
        publish(type, 0, ref, clock.nanoTime());
    }

    /** Something happens to the call at {@code nowNs}. */
    public void publish(LaneEventType type, long a, Object ref, long nowNs) {
        admission.publisher().publish(type, Token.NONE, a, 0, ref, nowNs);
    }

    /** The caller hangs up now. */
    public void hangUp() {
        hangUp(clock.nanoTime());
    }

    /** The caller hangs up at {@code nowNs}. */
    public void hangUp(long nowNs) {
        publish(LaneEventType.HANG_UP, 0, EndCause.CALLER_HUNG_UP, nowNs);
    }

    /** The slot of the call. */
    public Admission admission() {
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
    public void end(EndCause cause, Map<String, String> headers) {
        end(cause);
    }

    @Override
    public void transfer(ControlRequest request, ControlProgress progress) {
        progress.progress(request, ControlProgress.NOT_SUPPORTED, true);
    }

    @Override
    public void hold(ControlRequest request, ControlProgress progress) {
        progress.progress(request, ControlProgress.NOT_SUPPORTED, true);
    }

    @Override
    public void sendDigits(ControlRequest request, ControlProgress progress) {
        progress.progress(request, ControlProgress.NOT_SUPPORTED, true);
    }

    @Override
    public void release() {
        publish(LaneEventType.RELEASED, "line " + ++released);
    }
}
