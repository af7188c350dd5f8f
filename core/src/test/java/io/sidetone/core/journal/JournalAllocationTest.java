package io.sidetone.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sidetone.core.call.CallerVoice;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.mock.MockBehaviour;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Law 3 holds with a journal: a frame in and out, recorded, in 0 bytes on the lane. */
@Tag("allocation")
class JournalAllocationTest {
    private static final int WARM_UP_FRAMES = 10_000;
    private static final int WINDOWS = 51;
    private static final int WINDOW_FRAMES = 250;

    @TempDir
    private Path folder;

    private final LaneRig rig = new LaneRig();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private Journals journals;

    @Test
    void shouldAllocateNothingPerFrameWhenTheLineIsQuiet() throws IOException {
        assertThat(bytesPerWindow(call(), CallerVoice.quiet())).isZero();
        assertThat(journals.counters().incomplete.value()).isZero();
    }

    @Test
    void shouldAllocateNothingPerFrameWhenTheCallerTalks() throws IOException {
        LaneRig.RigCall call = call();
        LaneRig.FrameSource talking = CallerVoice.talking(1);
        play(call, talking, 50);
        assertThat(call.state().name()).isEqualTo("LISTENING");
        assertThat(bytesPerWindow(call, talking)).isZero();
        assertThat(journals.counters().incomplete.value()).isZero();
    }

    @Test
    @Tag("ITE-PAT-003")
    void shouldAllocateNothingPerFrameWhenTheRecogniserGivesTheEvidence() throws IOException {
        LaneRig.RigCall call = call();
        call.publish(LaneEventType.POLICY, 0, 0, call.record.policy().withVad(SpeechSource.RECOGNIZER));
        LaneRig.FrameSource talking = CallerVoice.talking(1);
        assertThat(bytesPerWindow(call, talking)).isZero();
        assertThat(journals.counters().incomplete.value()).isZero();
    }

    private LaneRig.RigCall call() throws IOException {
        rig.recordFrames = false;
        JournalSettings settings = new JournalSettings(Set.of("agent"), folder, Long.MAX_VALUE, Optional.empty());
        journals = new Journals(
                settings, 1, () -> 1L, file -> Channels.newChannel(OutputStream.nullOutputStream()), 1 << 22);
        rig.taps(journals);
        TurnPolicy d = TurnPolicy.DEFAULT;
        TurnPolicy policy = d.with(PolicyNumber.NO_INPUT, 0)
                .with(PolicyNumber.MAX_TURN, PolicyNumber.MAX_TURN.max())
                .within(new TurnPolicy.Bounds(d.mediaTimeoutMs(), d.maxHoldMs(), Integer.MAX_VALUE, 0, d.creditMs()));
        MockBehaviour silent = new MockBehaviour("", "", "", "", 0);
        LaneRig.RigCall call =
                rig.open(new MockRecognizer(), new MockDialogue(silent, null), new MockSynthesizer(1), policy);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        return call;
    }

    /** Bytes of the median window: something that is allocated in a frame is in every window. */
    private long bytesPerWindow(LaneRig.RigCall call, LaneRig.FrameSource source) {
        play(call, source, WARM_UP_FRAMES);
        long[] windows = new long[WINDOWS];
        for (int i = 0; i < WINDOWS; i++) {
            windows[i] = play(call, source, WINDOW_FRAMES);
        }
        Arrays.sort(windows);
        return windows[WINDOWS / 2];
    }

    /** Returns the bytes allocated by the lane's own steps; microphone and journal thread are not counted. */
    private long play(LaneRig.RigCall call, LaneRig.FrameSource source, int frames) {
        short[] frame = new short[160];
        long bytes = 0;
        for (int i = 0; i < frames; i++) {
            source.fill(frame);
            long before = threads.getCurrentThreadAllocatedBytes();
            rig.step(call.admission.publisher(), frame);
            bytes += threads.getCurrentThreadAllocatedBytes() - before;
            journals.pass();
        }
        return bytes;
    }
}
