package io.sidetone.core.call.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class VoiceLevelsTest {
    private static final long EPOCH_NS = 5_000_000_000L;
    private static final long MS = 1_000_000L;

    private final VoiceLevels levels = new VoiceLevels(EPOCH_NS);

    private static short[] frame(int peak) {
        short[] pcm = new short[160];
        Arrays.fill(pcm, (short) peak);
        return pcm;
    }

    private void caller(int peak, long atMs) {
        levels.caller(frame(peak), 160, EPOCH_NS + atMs * MS);
    }

    @Test
    void shouldKeepTheLoudestFrameOfEachStep() {
        caller(100, 0);
        caller(900, 20);
        caller(400, 80);
        caller(-32_768, 100);
        assertThat(levels.last(10).fromMs()).isZero();
        assertThat(levels.last(10).caller()).containsExactly((byte) 30, (byte) 181);
        assertThat(levels.last(10).agent()).containsExactly((byte) 0, (byte) 0);
    }

    @Test
    void shouldShowSilenceWhereNothingCame() {
        caller(100, 0);
        levels.agent(frame(100), 160, EPOCH_NS + 310 * MS);
        assertThat(levels.last(10).caller()).containsExactly(10, 0, 0, 0);
        assertThat(levels.last(10).agent()).containsExactly(0, 0, 0, 10);
    }

    @Test
    void shouldForgetTheOldestStepWhenTheCallIsLong() {
        caller(100, 0);
        caller(900, VoiceLevels.KEPT * (long) VoiceLevels.STEP_MS);
        VoiceLevels.Snapshot all = levels.last(VoiceLevels.KEPT);
        assertThat(all.fromMs()).isEqualTo(VoiceLevels.STEP_MS);
        assertThat(all.caller()).hasSize(VoiceLevels.KEPT).endsWith(0, 30).startsWith(0, 0);
        assertThat(levels.last(2).fromMs()).isEqualTo((VoiceLevels.KEPT - 1) * (long) VoiceLevels.STEP_MS);
        assertThat(levels.last(2).caller()).containsExactly(0, 30);
    }

    @Test
    void shouldForgetEverythingWhenSilenceWasLongerThanWhatIsKept() {
        caller(900, 0);
        caller(100, 3 * VoiceLevels.KEPT * (long) VoiceLevels.STEP_MS);
        byte[] expected = new byte[VoiceLevels.KEPT];
        expected[VoiceLevels.KEPT - 1] = 10;
        assertThat(levels.last(VoiceLevels.KEPT).caller()).isEqualTo(expected);
    }

    @Test
    void shouldHaveNothingBeforeTheFirstFrame() {
        assertThat(levels.last(5).caller()).isEmpty();
    }
}
