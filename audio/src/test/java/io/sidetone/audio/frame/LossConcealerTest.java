package io.sidetone.audio.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.Signals;
import io.sidetone.audio.Voice;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LossConcealerTest {
    private static final int FRAME = 160;

    @ParameterizedTest
    @CsvSource({"8000,100", "8000,147", "8000,220", "8000,333", "16000,120", "16000,251", "48000,173"})
    void shouldContinueAVoiceWhenOneFrameIsLost(int rateHz, double pitchHz) {
        int frame = rateHz / 50;
        short[] voice = voice(pitchHz, rateHz, 20 * frame);
        short[] heard = voice.clone();
        LossConcealer concealer = new LossConcealer(rateHz);
        run(concealer, heard, frame, 10, 1);
        double error = 0;
        double signal = 0;
        for (int i = 10 * frame; i < 10 * frame + frame / 2; i++) {
            error += Math.pow(heard[i] - voice[i], 2);
            signal += Math.pow(voice[i], 2);
        }
        assertThat(10 * Math.log10(signal / error))
                .as("dB between voice and error in the first 10 ms")
                .isGreaterThan(10);
    }

    @Test
    void shouldPlaySilenceAfterThreeFrames() {
        short[] heard = voice(150, 8_000, 20 * FRAME);
        run(new LossConcealer(8_000), heard, FRAME, 5, 6);
        assertThat(Signals.rms(heard, 5 * FRAME, 6 * FRAME)).isGreaterThan(2_000);
        assertThat(Signals.rms(heard, 7 * FRAME, 8 * FRAME)).isLessThan(Signals.rms(heard, 5 * FRAME, 6 * FRAME) / 2);
        for (int i = 8 * FRAME; i < 11 * FRAME; i++) {
            assertThat(heard[i]).isZero();
        }
        assertThat(Math.abs(heard[8 * FRAME - 1])).isLessThan((short) 200);
    }

    @Test
    void shouldMakeNoClickWhereverAToneIsLost() {
        for (int lost = 1; lost <= 5; lost++) {
            for (double frequencyHz : new double[] {90, 131, 200, 310, 390}) {
                short[] heard = Signals.sine(frequencyHz, 8_000, 30 * FRAME, 10_000);
                run(new LossConcealer(8_000), heard, FRAME, 12, lost);
                int steepest = (int) (10_000 * 2 * Math.PI * frequencyHz / 8_000);
                for (int i = 1; i < heard.length; i++) {
                    assertThat(Math.abs(heard[i] - heard[i - 1]))
                            .as("step at sample %d, %.0f Hz, %d lost", i, frequencyHz, lost)
                            .isLessThan(2 * steepest + 400);
                }
            }
        }
    }

    @Test
    void shouldChangeNothingWhenNothingIsLost() {
        short[] voice = voice(180, 8_000, 10 * FRAME);
        short[] heard = voice.clone();
        run(new LossConcealer(8_000), heard, FRAME, 10, 0);
        assertThat(heard).isEqualTo(voice);
    }

    @Test
    void shouldLeaveTheRestOfTheNextGoodFrameAlone() {
        short[] voice = voice(180, 8_000, 20 * FRAME);
        short[] heard = voice.clone();
        run(new LossConcealer(8_000), heard, FRAME, 8, 4);
        for (int i = 12 * FRAME + FRAME / 2; i < heard.length; i++) {
            assertThat(heard[i]).isEqualTo(voice[i]);
        }
    }

    @Test
    void shouldPlaySilenceWhenTheFirstFrameEverIsLost() {
        short[] pcm = new short[3 * FRAME];
        System.arraycopy(Signals.noise(1, FRAME, 5_000), 0, pcm, 2 * FRAME, FRAME);
        new LossConcealer(8_000).conceal(pcm, 0, FRAME, 2 * FRAME, FRAME);
        assertThat(pcm).containsOnly((short) 0);
    }

    @Test
    void shouldSurviveAnyPatternOfLossAndAnySound() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            LossConcealer concealer = new LossConcealer(random.nextBoolean() ? 8_000 : 16_000);
            int frame = concealer.frameSamples();
            short[] pcm = Signals.noise(seed, 62 * frame, 32_767);
            for (int at = 2 * frame; at < pcm.length; at += frame) {
                if (random.nextInt(3) == 0) {
                    concealer.conceal(pcm, at - 2 * frame, at - frame, at, frame);
                } else {
                    concealer.good(pcm, at, frame);
                }
                assertThat(Signals.rms(pcm, at, at + frame)).as("seed %d", seed).isLessThan(30_000);
            }
        }
    }

    @Test
    void shouldNeverChangeASampleByABit() {
        short[] heard = Voice.speech(3, 8_000, 50 * FRAME, 140, -26);
        LossConcealer concealer = new LossConcealer(8_000);
        run(concealer, heard, FRAME, 9, 2);
        run(concealer, heard, FRAME, 30, 5);
        assertThat(Arrays.hashCode(heard)).isEqualTo(1_871_193_720);
    }

    @Test
    void shouldNeverChangeASampleOfNoiseByABit() {
        short[] heard = Voice.noise(5, 50 * 320, true, -35);
        LossConcealer concealer = new LossConcealer(16_000);
        run(concealer, heard, 320, 9, 2);
        run(concealer, heard, 320, 30, 5);
        assertThat(Arrays.hashCode(heard)).isEqualTo(1_895_316_442);
    }

    @Test
    void shouldContinueNoiseWithoutAStepAndAtItsLevel() {
        short[] noise = Voice.noise(5, 12 * FRAME, true, -35);
        short[] heard = noise.clone();
        run(new LossConcealer(8_000), heard, FRAME, 8, 1);
        assertThat(heard[8 * FRAME]).as("begins where it was").isEqualTo(heard[8 * FRAME - 1]);
        assertThat(Signals.rms(heard, 8 * FRAME, 8 * FRAME + FRAME / 2))
                .as("level of the first half")
                .isCloseTo(Signals.rms(noise, 7 * FRAME + FRAME / 2, 8 * FRAME), within(1.0));
    }

    @Test
    void shouldNameTheFrameWhenItHasTheWrongLength() {
        LossConcealer concealer = new LossConcealer(8_000);
        assertThatThrownBy(() -> concealer.good(new short[320], 0, 320)).hasMessageContaining("frame of 320 samples");
        assertThatThrownBy(() -> new LossConcealer(0)).hasMessageContaining("0 Hz");
    }

    @Test
    @Tag("allocation")
    void shouldAllocateNothingPerFrame() {
        LossConcealer concealer = new LossConcealer(8_000);
        short[] voice = voice(180, 8_000, 3 * FRAME);
        short[] noise = Signals.noise(1, 3 * FRAME, 3_000);
        assertThat(Allocation.bytesOf(() -> {
                    concealer.good(voice, FRAME, FRAME);
                    concealer.conceal(voice, 0, FRAME, 2 * FRAME, FRAME);
                    concealer.good(noise, FRAME, FRAME);
                    concealer.conceal(noise, 0, FRAME, 2 * FRAME, FRAME);
                }))
                .isZero();
    }

    /** Loses {@code lost} frames from frame {@code from} on. */
    private static void run(LossConcealer concealer, short[] pcm, int frame, int from, int lost) {
        for (int i = 0; i < pcm.length / frame; i++) {
            if (i >= from && i < from + lost) {
                concealer.conceal(pcm, (i - 2) * frame, (i - 1) * frame, i * frame, frame);
            } else {
                concealer.good(pcm, i * frame, frame);
            }
        }
    }

    /** A buzz of ten harmonics, each weaker than the one below. */
    private static short[] voice(double pitchHz, int rateHz, int samples) {
        short[] pcm = new short[samples];
        for (int i = 0; i < samples; i++) {
            double sum = 0;
            for (int harmonic = 1; harmonic <= 10; harmonic++) {
                sum += Math.sin(2 * Math.PI * harmonic * pitchHz * i / rateHz + harmonic * harmonic) / harmonic;
            }
            pcm[i] = (short) (6_000 * sum);
        }
        return pcm;
    }
}
