package io.sidetone.audio.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.Signals;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FadeTest {
    @Test
    void shouldFallFromUnchangedToSilence() {
        short[] pcm = new short[162];
        Arrays.fill(pcm, (short) 10_000);
        Fade.ofFrame(8_000).fadeOut(pcm, 1);
        assertThat(pcm[0]).isEqualTo((short) 10_000);
        assertThat(pcm[1]).isGreaterThan((short) 9_990);
        assertThat(pcm[160]).isBetween((short) 0, (short) 1);
        assertThat(pcm[161]).isEqualTo((short) 10_000);
        for (int i = 2; i <= 160; i++) {
            assertThat(pcm[i]).isLessThanOrEqualTo(pcm[i - 1]);
        }
    }

    @Test
    void shouldGiveTheSignalBackWhenFadeInAndFadeOutAreAdded() {
        for (int rateHz : new int[] {8_000, 16_000, 24_000, 48_000}) {
            Fade fade = Fade.ofFrame(rateHz);
            assertThat(fade.samples()).isEqualTo(rateHz / 50);
            short[] pcm = Signals.noise(rateHz, fade.samples(), 32_767);
            short[] in = pcm.clone();
            short[] out = pcm.clone();
            fade.fadeIn(in, 0);
            fade.fadeOut(out, 0);
            for (int i = 0; i < pcm.length; i++) {
                assertThat(in[i] + out[i]).isBetween(pcm[i] - 1, pcm[i] + 1);
            }
        }
    }

    @Test
    void shouldMakeNoClickWhenAToneStops() {
        short[] pcm = Signals.sine(440, 8_000, 160, 20_000);
        Fade.ofFrame(8_000).fadeOut(pcm, 0);
        int steepest = (int) (20_000 * 2 * Math.PI * 440 / 8_000) + 400;
        for (int i = 1; i < 160; i++) {
            assertThat(Math.abs(pcm[i] - pcm[i - 1])).isLessThan(steepest);
        }
        assertThat(Math.abs(pcm[159])).isLessThan((short) 50);
    }

    @Test
    void shouldNameTheLengthWhenItIsNotPositive() {
        assertThatThrownBy(() -> new Fade(0)).hasMessageContaining("fade length 0 samples");
    }

    @Test
    @Tag("allocation")
    void shouldAllocateNothingPerFrame() {
        Fade fade = Fade.ofFrame(8_000);
        short[] pcm = new short[160];
        assertThat(Allocation.bytesOf(() -> {
                    fade.fadeOut(pcm, 0);
                    fade.fadeIn(pcm, 0);
                }))
                .isZero();
    }
}
