package io.sidetone.audio.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.Signals;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LevelTest {
    @Test
    void shouldReadZeroForAFullScaleSquareWave() {
        short[] pcm = new short[160];
        for (int i = 0; i < 160; i++) {
            pcm[i] = i % 2 == 0 ? Short.MIN_VALUE : Short.MAX_VALUE;
        }
        assertThat(Level.dbov(pcm, 0, 160)).isCloseTo(0f, Offset.offset(0.003f));
    }

    @Test
    void shouldReadMinusThreeForAFullScaleSine() {
        short[] pcm = Signals.sine(1_000, 8_000, 160, 32_767);
        assertThat(Level.dbov(pcm, 0, 160)).isCloseTo(-3.01f, Offset.offset(0.01f));
    }

    @Test
    void shouldReadTheFloorForSilence() {
        assertThat(Level.dbov(new short[160], 0, 160)).isEqualTo(Level.SILENCE_DBOV);
        assertThat(Level.dbov(new short[0], 0, 0)).isEqualTo(Level.SILENCE_DBOV);
    }

    @Test
    void shouldAddSquaresWithoutAnOverflowHoweverLongAndLoud() {
        short[] pcm = new short[100_000];
        Arrays.fill(pcm, Short.MIN_VALUE);
        assertThat(Level.squares(pcm, 1, 99_999)).isEqualTo(99_999L << 30);
        for (int seed = 1; seed <= 100; seed++) {
            short[] noise = Signals.noise(seed, 333, 32_767);
            long sum = 0;
            for (int i = 7; i < 300; i++) {
                sum += (long) noise[i] * noise[i];
            }
            assertThat(Level.squares(noise, 7, 293)).as("seed %d", seed).isEqualTo(sum);
        }
    }

    @Test
    void shouldLeaveAnOffsetOutOfTheVariance() {
        short[] pcm = Signals.noise(5, 160, 1_000);
        float variance = Level.variance(pcm, 0, 160);
        for (int i = 0; i < pcm.length; i++) {
            pcm[i] += 20_000;
        }
        assertThat(Level.variance(pcm, 0, 160)).isCloseTo(variance, Offset.offset(1f));
        Arrays.fill(pcm, Short.MIN_VALUE);
        assertThat(Level.variance(pcm, 0, 160)).isZero();
        assertThat(Level.variance(pcm, 0, 0)).isZero();
    }

    @Test
    void shouldAgreeWithTheLogarithm() {
        Random random = new Random(11);
        for (int i = 0; i < 10_000; i++) {
            float ratio = (float) Math.pow(10, random.nextDouble() * 30 - 15);
            assertThat(Level.decibels(ratio)).isCloseTo((float) (10 * Math.log10(ratio)), Offset.offset(0.0012f));
        }
        assertThat(Level.decibels(0f)).isLessThan(-380f);
        assertThat(Level.decibels(-1f)).isEqualTo(Level.decibels(0f));
        assertThat(Level.decibels(Float.NaN)).isEqualTo(Level.decibels(0f));
    }

    @Test
    void shouldCallAFrameAgentAudioOnlyAboveMinusFortyFive() {
        int rms = (int) Math.round(32_768 * Math.pow(10, -45 / 20.0));
        short[] pcm = new short[160];
        Arrays.fill(pcm, (short) (rms + 1));
        assertThat(Level.isAgentAudio(pcm, 0, 160)).isTrue();
        Arrays.fill(pcm, (short) (rms - 1));
        assertThat(Level.isAgentAudio(pcm, 0, 160)).isFalse();
    }

    @Test
    void shouldReturnToTheLevelItCameFrom() {
        for (float dbov = -90; dbov <= 0; dbov += 0.5f) {
            assertThat(Level.dbovOfMeanSquare(Level.meanSquareOfDbov(dbov))).isCloseTo(dbov, Offset.offset(0.0012f));
        }
    }

    @Test
    @Tag("allocation")
    void shouldAllocateNothingPerFrame() {
        short[] pcm = Signals.noise(1, 160, 3_000);
        assertThat(Allocation.bytesOf(() -> {
                    Level.dbov(pcm, 0, 160);
                    Level.isAgentAudio(pcm, 0, 160);
                }))
                .isZero();
    }
}
