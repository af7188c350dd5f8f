package io.sidetone.core.lane;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sidetone.core.call.CallerVoice;
import io.sidetone.core.mock.MockBehaviour;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Law 3: a frame in, through detector, resampler and turn engine, and a frame out, in 0 bytes. */
@Tag("allocation")
@Tag("CARD-05")
class LaneStepAllocationTest {
    private static final int WARM_UP_FRAMES = 10_000;
    private static final int WINDOWS = 101;
    private static final int WINDOW_FRAMES = 250;

    private final LaneRig rig = new LaneRig();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void shouldAllocateNothingPerFrameWhenTheLineIsQuiet() {
        assertThat(bytesPerRun(quietCall(0), CallerVoice.quiet())).isZero();
    }

    @Test
    void shouldAllocateNothingPerFrameWhenTheCallerTalks() {
        LaneRig.RigCall call = quietCall(PolicyNumber.MAX_TURN.max());
        LaneRig.FrameSource talking = CallerVoice.talking(1);
        play(call, talking, 50);
        assertThat(call.state().name()).isEqualTo("LISTENING");
        assertThat(bytesPerRun(call, talking)).isZero();
    }

    @Test
    @Tag("ITE-PAT-003")
    void shouldAllocateNothingPerFrameWhenTheRecogniserGivesTheEvidence() {
        LaneRig.RigCall call = quietCall(PolicyNumber.MAX_TURN.max());
        call.publish(LaneEventType.POLICY, 0, 0, call.record.policy().withVad(SpeechSource.RECOGNIZER));
        LaneRig.FrameSource talking = CallerVoice.talking(1);
        play(call, talking, 50);
        assertThat(call.state().name()).isEqualTo("LISTENING");
        assertThat(bytesPerRun(call, talking)).isZero();
        assertThat(rig.metrics().evidence.value()).isGreaterThan(WARM_UP_FRAMES);
    }

    private LaneRig.RigCall quietCall(int maxTurnMs) {
        rig.recordFrames = false;
        TurnPolicy d = TurnPolicy.DEFAULT;
        TurnPolicy policy = d.with(PolicyNumber.NO_INPUT, 0)
                .with(PolicyNumber.MAX_TURN, Math.max(maxTurnMs, d.maxTurnMs()))
                .within(new TurnPolicy.Bounds(d.mediaTimeoutMs(), d.maxHoldMs(), Integer.MAX_VALUE, 0, d.creditMs()));
        MockBehaviour silent = new MockBehaviour("", "", "", "", 0);
        LaneRig.RigCall call =
                rig.open(new MockRecognizer(), new MockDialogue(silent, null), new MockSynthesizer(1), policy);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        return call;
    }

    /**
     * Bytes of the median window: something that is allocated in a frame is in every window, what the JVM does now and then
     * on this thread is in few.
     */
    private long bytesPerRun(LaneRig.RigCall call, LaneRig.FrameSource source) {
        play(call, source, WARM_UP_FRAMES);
        long[] windows = new long[WINDOWS];
        for (int i = 0; i < WINDOWS; i++) {
            windows[i] = play(call, source, WINDOW_FRAMES);
        }
        Arrays.sort(windows);
        return windows[WINDOWS / 2];
    }

    /** Returns the bytes allocated by the lane's own steps; the caller's microphone is not counted. */
    private long play(LaneRig.RigCall call, LaneRig.FrameSource source, int frames) {
        short[] frame = new short[160];
        long bytes = 0;
        for (int i = 0; i < frames; i++) {
            source.fill(frame);
            long before = threads.getCurrentThreadAllocatedBytes();
            rig.step(call.admission.publisher(), frame);
            bytes += threads.getCurrentThreadAllocatedBytes() - before;
        }
        return bytes;
    }
}
