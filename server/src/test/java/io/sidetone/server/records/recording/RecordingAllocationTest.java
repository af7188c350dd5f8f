package io.sidetone.server.records.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.server.calls.voice.SyntheticVoice;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Law 3 holds with a recording: a frame in and out, recorded, in 0 bytes on the lane. */
@Tag("allocation")
class RecordingAllocationTest {
    private static final int WARM_UP = 10_000;
    private static final int WINDOWS = 51;
    private static final int FRAMES = 250;

    @TempDir
    private Path folder;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final SyntheticVoice voice = new SyntheticVoice(8_000, 3, -20);
    private final short[] heard = new short[160];
    private final EgressFrame spoken = new EgressFrame();

    @Test
    void shouldAllocateNothingPerFrameOnTheLaneWhenBothSidesAreRecorded() {
        RecordedLane call = new RecordedLane(folder, "", RecordingFolder::create, new MockBehavior("", "", "", "", 0));
        call.answered(false);
        spoken.samples = 160;
        play(call, WARM_UP);
        long[] windows = new long[WINDOWS];
        for (int i = 0; i < WINDOWS; i++) {
            windows[i] = play(call, FRAMES);
        }
        Arrays.sort(windows);
        assertThat(windows[WINDOWS / 2]).isZero();
        assertThat(call.recordings.counters().value(RecordingCounter.FRAMES_DROPPED))
                .isZero();
        call.hangUp();
        assertThat(call.status().state()).isEqualTo(RecordingState.COMPLETE);
    }

    private long play(RecordedLane call, int frames) {
        long bytes = 0;
        for (int i = 0; i < frames; i++) {
            voice.fill(heard, 0, heard.length);
            System.arraycopy(heard, 0, spoken.pcm, 0, heard.length);
            spoken.dueNs = call.nowNs();
            long before = threads.getCurrentThreadAllocatedBytes();
            call.step(heard);
            call.tap().frame(spoken);
            bytes += threads.getCurrentThreadAllocatedBytes() - before;
            call.recordings.pass(call.nowNs());
        }
        return bytes;
    }
}
