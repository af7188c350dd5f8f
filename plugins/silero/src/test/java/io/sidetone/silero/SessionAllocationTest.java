package io.sidetone.silero;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sidetone.core.port.vad.VoiceActivitySession;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Law 3: a frame goes to the detector beside the lane in 0 bytes. */
@Tag("allocation")
class SessionAllocationTest {
    private static final int WINDOWS = 51;
    private static final int WINDOW_FRAMES = 500;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final LoudnessNetwork network = new LoudnessNetwork();
    private final SileroEngine engine = new SileroEngine(() -> network, network, 10, () -> 0);
    private final Heard heard = new Heard();
    private final VoiceActivitySession session = engine.open(null, 8_000, heard);
    private final short[] frame = new short[160];
    private long positionMs;

    @Test
    void shouldAllocateNothingPerFrameOnTheLane() {
        lane(20_000);
        long[] bytes = new long[WINDOWS];
        for (int i = 0; i < WINDOWS; i++) {
            bytes[i] = lane(WINDOW_FRAMES);
        }
        Arrays.sort(bytes);
        assertThat(bytes[WINDOWS / 2]).isZero();
        assertThat(heard.scores).hasSizeGreaterThan(20_000);
    }

    private long lane(int frames) {
        long bytes = 0;
        for (int i = 0; i < frames; i++) {
            positionMs += 20;
            long before = threads.getCurrentThreadAllocatedBytes();
            boolean taken = session.hear(frame, 0, frame.length, positionMs);
            bytes += threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(taken).isTrue();
            engine.pass();
        }
        return bytes;
    }
}
