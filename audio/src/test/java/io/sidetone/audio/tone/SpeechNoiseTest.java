package io.sidetone.audio.tone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.Signals;
import io.sidetone.audio.frame.Level;
import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpeechNoiseTest {
    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000, 24_000, 48_000})
    void shouldHoldItsLevelFromTheFirstFrameOn(int rateHz) {
        short[] pcm = new short[10 * rateHz];
        new SpeechNoise(rateHz, 42).fill(pcm, 0, pcm.length);
        assertThat(Level.dbov(pcm, 0, pcm.length)).isCloseTo(-20f, Offset.offset(0.3f));
        int frame = rateHz / 50;
        for (int off = 0; off < pcm.length; off += frame) {
            assertThat(Level.dbov(pcm, off, frame)).isBetween(-26f, -15f);
        }
    }

    @Test
    void shouldKeepToTheTelephoneBand() {
        short[] pcm = new short[48_000];
        new SpeechNoise(48_000, 1).fill(pcm, 0, pcm.length);
        double inside = power(pcm, 300, 3_400);
        assertThat(10 * Math.log10(power(pcm, 3_700, 12_000) / inside)).isLessThan(-40);
        assertThat(10 * Math.log10(power(pcm, 10, 150) / inside)).isLessThan(-25);
        assertThat(power(pcm, 300, 1_000)).isGreaterThan(power(pcm, 1_000, 3_400));
    }

    private static double power(short[] pcm, int fromHz, int toHz) {
        double sum = 0;
        for (int frequencyHz = fromHz; frequencyHz < toHz; frequencyHz += 10) {
            double[] part = Signals.tonePart(pcm, 0, 4_800, frequencyHz, 48_000);
            sum += part[0] * part[0] + part[1] * part[1];
        }
        return sum;
    }

    @Test
    void shouldGiveTheSameSamplesForTheSameSeedWhateverTheChunks() {
        short[] whole = new short[2_000];
        new SpeechNoise(8_000, 5).fill(whole, 0, 2_000);
        SpeechNoise noise = new SpeechNoise(8_000, 5);
        short[] parts = new short[2_000];
        noise.fill(parts, 0, 7);
        noise.fill(parts, 7, 1_000);
        noise.fill(parts, 1_007, 993);
        assertThat(parts).isEqualTo(whole);
        noise.reset();
        short[] again = new short[2_000];
        noise.fill(again, 0, 2_000);
        assertThat(again).isEqualTo(whole);
        short[] other = new short[2_000];
        new SpeechNoise(8_000, 6).fill(other, 0, 2_000);
        assertThat(other).isNotEqualTo(whole);
    }

    @Test
    void shouldNeverChangeItsSamples() {
        short[] pcm = new short[8_000];
        new SpeechNoise(8_000, 1).fill(pcm, 0, 8_000);
        assertThat(Arrays.hashCode(pcm)).isEqualTo(853_419_108);
    }

    @Test
    void shouldNameTheRateWhenItIsTooLow() {
        assertThatThrownBy(() -> new SpeechNoise(4_000, 1)).hasMessageContaining("4000 Hz");
    }

    @Test
    @Tag("allocation")
    void shouldAllocateNothingPerFrame() {
        SpeechNoise noise = new SpeechNoise(8_000, 1);
        short[] pcm = new short[160];
        assertThat(Allocation.bytesOf(() -> noise.fill(pcm, 0, 160))).isZero();
    }
}
