package io.sidetone.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.conversation.CallerVoice;
import io.sidetone.core.conversation.ScriptedDetector;
import io.sidetone.core.lane.LaneAllocation;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.SpeechSource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Law 3 holds with a journal: a frame in and out, recorded, in 0 bytes on the lane. */
@Tag("allocation")
class JournalAllocationTest {
    @TempDir
    private Path folder;

    private final LaneRig rig = new LaneRig();
    private Journals journals;
    private final LaneAllocation allocation = new LaneAllocation(rig, () -> journals.pass());

    @Test
    void shouldAllocateNothingPerFrameWhenTheLineIsQuiet() throws IOException {
        assertThat(allocation.bytesPerWindow(call(), CallerVoice.quiet())).isZero();
        assertThat(journals.counters().value(JournalCounter.INCOMPLETE)).isZero();
    }

    @Test
    void shouldAllocateNothingPerFrameWhenTheCallerTalks() throws IOException {
        LaneRig.RigCall call = call();
        LaneRig.FrameSource talking = CallerVoice.talking(1);
        allocation.play(call, talking, 50);
        assertThat(call.state().name()).isEqualTo("LISTENING");
        assertThat(allocation.bytesPerWindow(call, talking)).isZero();
        assertThat(journals.counters().value(JournalCounter.INCOMPLETE)).isZero();
    }

    @Test
    @Tag("ITE-PAT-003")
    void shouldAllocateNothingPerFrameWhenTheRecognizerGivesTheEvidence() throws IOException {
        LaneRig.RigCall call = call();
        call.publish(LaneEventType.POLICY, 0, 0, call.record.policy().withVad(SpeechSource.RECOGNIZER));
        LaneRig.FrameSource talking = CallerVoice.talking(1);
        assertThat(allocation.bytesPerWindow(call, talking)).isZero();
        assertThat(journals.counters().value(JournalCounter.INCOMPLETE)).isZero();
    }

    @Test
    @Tag("ITE-PAT-003")
    void shouldAllocateNothingPerFrameWhenADetectorBesideTheLaneGivesTheEvidence() throws IOException {
        ScriptedDetector detector = new ScriptedDetector();
        detector.score = 0.1f;
        rig.detector = detector;
        LaneRig.RigCall call = call();
        call.publish(LaneEventType.POLICY, 0, 0, call.record.policy().withVad(SpeechSource.SILERO));
        assertThat(allocation.bytesPerWindow(call, CallerVoice.quiet())).isZero();
        assertThat(detector.heardFrames).isGreaterThan(LaneAllocation.WARM_UP_FRAMES);
        assertThat(journals.counters().value(JournalCounter.INCOMPLETE)).isZero();
    }

    private LaneRig.RigCall call() throws IOException {
        JournalSettings settings =
                new JournalSettings(Set.of("agent")::contains, folder, Long.MAX_VALUE, Optional.empty());
        journals = new Journals(
                settings, 1, () -> 1L, file -> Channels.newChannel(OutputStream.nullOutputStream()), 1 << 22);
        rig.taps(journals);
        return allocation.call(PolicyNumber.MAX_TURN.max());
    }
}
