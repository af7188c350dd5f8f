package io.sidetone.core.journal;

import io.sidetone.core.call.CallTaps;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.conversation.CallerVoice;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.turn.TurnPolicy;

/** Calls to the mock engines: a greeting that is interrupted, a question, an answer, keys, a hold, the end. */
public final class SampleCalls {
    private SampleCalls() {}

    /** Opens an answered call that {@code taps} listen to. */
    public static LaneRig.RigCall open(LaneRig rig, CallTaps taps) {
        rig.taps(taps);
        LaneRig.RigCall call = rig.open(
                new MockRecognizer(),
                new MockDialogue(MockBehavior.DEFAULT, null),
                new MockSynthesizer(1),
                TurnPolicy.DEFAULT);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        return call;
    }

    /** One interruption, one answer; about nine seconds. */
    public static void talk(LaneRig rig, LaneRig.RigCall call) {
        LaneRig.FrameSource talking = CallerVoice.talking(5);
        LaneRig.FrameSource quiet = CallerVoice.quiet();
        call.hear(quiet, 1_000);
        call.hear(talking, 800);
        call.hear(quiet, 3_000);
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        call.hear(quiet, 2_000);
        call.publish(LaneEventType.HOLD, 0, 1, null);
        rig.advance(500);
        call.publish(LaneEventType.HOLD, 0, 0, null);
        call.hear(quiet, 1_500);
    }

    /** The caller hangs up and everything is released. */
    public static void hangUp(LaneRig rig, LaneRig.RigCall call) {
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        rig.advance(100);
    }

    /** Returns the journal of a whole call. */
    public static byte[] journal() {
        MemoryJournals journals = new MemoryJournals();
        LaneRig rig = new LaneRig();
        LaneRig.RigCall call = open(rig, journals);
        talk(rig, call);
        hangUp(rig, call);
        return journals.bytes(0);
    }
}
