package io.sidetone.core.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.wav.Wav;
import io.sidetone.core.conversation.CallerVoice;
import io.sidetone.core.conversation.ScriptedDetector;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.playout.HoldMusic;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.SpeechSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Law 3: a frame in, through detector, resampler and turn engine, and a frame out, in 0 bytes. */
@Tag("allocation")
@Tag("CARD-05")
class LaneStepAllocationTest {
    private final LaneRig rig = new LaneRig();
    private final LaneAllocation allocation = new LaneAllocation(rig, () -> {});

    @Test
    void shouldAllocateNothingPerFrameWhenTheLineIsQuiet() {
        assertThat(allocation.bytesPerWindow(allocation.call(0), CallerVoice.quiet()))
                .isZero();
    }

    @Test
    void shouldAllocateNothingPerFrameWhenTheCallerTalks() {
        LaneRig.RigCall call = allocation.call(PolicyNumber.MAX_TURN.max());
        LaneRig.FrameSource talking = CallerVoice.talking(1);
        allocation.play(call, talking, 50);
        assertThat(call.state().name()).isEqualTo("LISTENING");
        assertThat(allocation.bytesPerWindow(call, talking)).isZero();
    }

    @Test
    @Tag("ITE-PAT-003")
    void shouldAllocateNothingPerFrameWhenTheRecognizerGivesTheEvidence() {
        LaneRig.RigCall call = allocation.call(PolicyNumber.MAX_TURN.max());
        call.publish(LaneEventType.POLICY, 0, 0, call.record.policy().withVad(SpeechSource.RECOGNIZER));
        LaneRig.FrameSource talking = CallerVoice.talking(1);
        allocation.play(call, talking, 50);
        assertThat(call.state().name()).isEqualTo("LISTENING");
        assertThat(allocation.bytesPerWindow(call, talking)).isZero();
        assertThat(rig.metrics().value(LaneCounter.EVIDENCE)).isGreaterThan(LaneAllocation.WARM_UP_FRAMES);
    }

    @Test
    @Tag("ITE-PAT-003")
    void shouldAllocateNothingPerFrameWhenADetectorBesideTheLaneGivesTheEvidence() {
        ScriptedDetector detector = new ScriptedDetector();
        detector.score = 0.9f;
        rig.detector = detector;
        LaneRig.RigCall call = allocation.call(PolicyNumber.MAX_TURN.max());
        call.publish(LaneEventType.POLICY, 0, 0, call.record.policy().withVad(SpeechSource.SILERO));
        LaneRig.FrameSource quiet = CallerVoice.quiet();
        allocation.play(call, quiet, 50);
        assertThat(call.state().name()).isEqualTo("LISTENING");
        assertThat(allocation.bytesPerWindow(call, quiet)).isZero();
        assertThat(rig.metrics().value(LaneCounter.EVIDENCE)).isGreaterThan(LaneAllocation.WARM_UP_FRAMES);
    }

    @Test
    void shouldAllocateNothingPerFrameWhenTheCallerHearsMusic() {
        rig.holdMusic = new HoldMusic(Wav.mono(8_000, new short[10_000])).at(8_000);
        LaneRig.RigCall call = allocation.call(0);
        call.publish(LaneEventType.HOLD_REQUEST, 0, 1, null);
        call.progress(0, 200, true);
        long before = rig.metrics().value(LaneCounter.FRAMES_SENT);
        assertThat(allocation.bytesPerWindow(call, CallerVoice.quiet())).isZero();
        assertThat(rig.metrics().value(LaneCounter.FRAMES_SENT) - before).isGreaterThan(LaneAllocation.WARM_UP_FRAMES);
    }
}
