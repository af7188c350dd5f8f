package io.sidetone.audio.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.Voice;
import io.sidetone.audio.vad.EnergyVad;
import io.sidetone.audio.vad.SpeechDetector;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How far made-up frames are from the lost ones, in spectrum and at the joints, over seeded voices and losses. */
class ConcealmentQualityTest {
    private static final int FRAMES = 400;
    private static final int VOICES = 8;
    private static final int BANDS = 16;

    /** Quieter frames are pauses: no spectrum to compare. */
    private static final double LEAST_RMS = 30;

    /** What stands in for a lost frame. */
    private enum Filler {
        ZEROS,
        REPETITION,
        CONCEALMENT
    }

    @ParameterizedTest
    @CsvSource({"8000,0.05,5.2", "8000,0.15,5.2", "16000,0.05,4.2", "16000,0.15,4.2"})
    void shouldSoundLikeWhatWasLost(int rateHz, double loss, double mostDb) {
        double zeros = distanceDb(rateHz, loss, Filler.ZEROS);
        double repetition = distanceDb(rateHz, loss, Filler.REPETITION);
        double concealment = distanceDb(rateHz, loss, Filler.CONCEALMENT);
        System.out.printf(
                "loss %.0f %% at %d Hz, spectral distance: zeros %.1f, repetition %.1f, concealment %.1f dB%n",
                100 * loss, rateHz, zeros, repetition, concealment);
        assertThat(concealment).isLessThan(mostDb).isLessThan(zeros / 3);
    }

    @ParameterizedTest
    @CsvSource({"8000,0.05", "8000,0.15", "16000,0.05", "16000,0.15"})
    void shouldMakeNoStepAtAJointThatTheVoiceDoesNotMake(int rateHz, double loss) {
        double zeros = clicks(rateHz, loss, Filler.ZEROS);
        double repetition = clicks(rateHz, loss, Filler.REPETITION);
        double concealment = clicks(rateHz, loss, Filler.CONCEALMENT);
        System.out.printf(
                "loss %.0f %% at %d Hz, joints with a step above the neighbors': zeros %.1f %%, repetition %.1f %%, "
                        + "concealment %.1f %%%n",
                100 * loss, rateHz, 100 * zeros, 100 * repetition, 100 * concealment);
        assertThat(concealment).isLessThan(0.01).isLessThan(zeros / 5).isLessThan(repetition / 5);
    }

    @Test
    void shouldGiveNoiseNoPitch() {
        int repeating = 0;
        for (int seed = 1; seed <= 100; seed++) {
            short[] noise = Voice.noise(seed, 10 * 160, seed % 2 == 0, -35);
            LossConcealer concealer = new LossConcealer(8_000);
            for (int i = 0; i < 8; i++) {
                concealer.good(noise, i * 160, 160);
            }
            concealer.conceal(noise, 6 * 160, 7 * 160, 8 * 160, 160);
            concealer.conceal(noise, 7 * 160, 8 * 160, 9 * 160, 160);
            if (highestRepetition(noise, 8 * 160, 10 * 160) > 0.75) {
                repeating++;
            }
        }
        assertThat(repeating)
                .as("of 100 concealments of noise that repeat themselves")
                .isLessThan(15);
    }

    @ParameterizedTest
    @CsvSource({"8000,0.05", "8000,0.15", "16000,0.15"})
    void shouldNotBeTakenForAVoiceInNoise(int rateHz, double loss) {
        int frame = rateHz / 50;
        for (int seed = 1; seed <= 6; seed++) {
            short[] noise = Voice.noise(seed, 1_000 * frame, seed % 2 == 0, -40);
            LossConcealer concealer = new LossConcealer(rateHz);
            EnergyVad detector = new EnergyVad(rateHz);
            Random random = new Random(seed);
            int speech = 0;
            for (int i = 0; i < 1_000; i++) {
                if (i > 100 && random.nextDouble() < loss) {
                    concealer.conceal(noise, (i - 2) * frame, (i - 1) * frame, i * frame, frame);
                } else {
                    concealer.good(noise, i * frame, frame);
                }
                float score = detector.score(noise, i * frame, null, 0, frame);
                speech += score >= SpeechDetector.SPEECH_THRESHOLD ? 1 : 0;
            }
            assertThat(speech).as("frames taken for speech, seed %d", seed).isZero();
        }
    }

    private static double distanceDb(int rateHz, double loss, Filler filler) {
        int frame = rateHz / 50;
        double sum = 0;
        int count = 0;
        for (int seed = 1; seed <= VOICES; seed++) {
            short[] voice = voice(seed, rateHz);
            short[] heard = voice.clone();
            boolean[] lost = lose(heard, frame, loss, seed, filler);
            for (int i = 0; i < FRAMES; i++) {
                double[] was = lost[i] ? bands(voice, i * frame, frame) : null;
                if (was != null && Arrays.stream(was).sum() > LEAST_RMS * LEAST_RMS * frame * frame) {
                    sum += distanceDb(was, bands(heard, i * frame, frame));
                    count++;
                }
            }
        }
        return sum / count;
    }

    /** Share of joints where the signal steps further than anywhere in the 20 ms on either side of it. */
    private static double clicks(int rateHz, double loss, Filler filler) {
        int frame = rateHz / 50;
        int clicks = 0;
        int joints = 0;
        for (int seed = 1; seed <= VOICES; seed++) {
            short[] voice = voice(seed, rateHz);
            short[] heard = voice.clone();
            boolean[] lost = lose(heard, frame, loss, seed, filler);
            for (int i = 5; i < FRAMES - 5; i++) {
                if (lost[i] != lost[i - 1]) {
                    int at = i * frame;
                    int usual = Math.max(steepest(voice, at - frame, at + frame), steepest(heard, at - frame, at - 2));
                    joints++;
                    clicks += steepest(heard, at - 1, at + 2) > Math.max(100, usual) ? 1 : 0;
                }
            }
        }
        return (double) clicks / joints;
    }

    private static short[] voice(int seed, int rateHz) {
        short[] voice = Voice.speech(seed, rateHz, FRAMES * rateHz / 50, 80 + 25 * seed, -26);
        return Voice.mix(voice, Voice.noise(seed, voice.length, true, -50), 0, 1);
    }

    private static boolean[] lose(short[] pcm, int frame, double loss, int seed, Filler filler) {
        boolean[] lost = new boolean[FRAMES];
        LossConcealer concealer = new LossConcealer(frame * 50);
        Random random = new Random(seed);
        for (int i = 0; i < FRAMES; i++) {
            int at = i * frame;
            lost[i] = i >= 5 && i < FRAMES - 5 && random.nextDouble() < loss;
            if (filler == Filler.CONCEALMENT) {
                if (lost[i]) {
                    concealer.conceal(pcm, at - 2 * frame, at - frame, at, frame);
                } else {
                    concealer.good(pcm, at, frame);
                }
            } else if (lost[i]) {
                Arrays.fill(pcm, at, at + frame, (short) 0);
                if (filler == Filler.REPETITION) {
                    System.arraycopy(pcm, at - frame, pcm, at, frame);
                }
            }
        }
        return lost;
    }

    private static int steepest(short[] pcm, int from, int to) {
        int steepest = 0;
        for (int i = from; i < to; i++) {
            steepest = Math.max(steepest, Math.abs(pcm[i] - pcm[i - 1]));
        }
        return steepest;
    }

    /** Root mean square of the differences in dB, band by band. */
    private static double distanceDb(double[] was, double[] is) {
        double floor = Arrays.stream(was).sum() * 1e-4;
        double sum = 0;
        for (int band = 0; band < BANDS; band++) {
            sum += Math.pow(10 * Math.log10((was[band] + floor) / (is[band] + floor)), 2);
        }
        return Math.sqrt(sum / BANDS);
    }

    private static double[] bands(short[] pcm, int at, int samples) {
        double[] bands = new double[BANDS];
        for (int bin = 1; bin < samples / 2; bin++) {
            double cosine = 0;
            double sine = 0;
            for (int i = 0; i < samples; i++) {
                double windowed = pcm[at + i] * (0.5 - 0.5 * Math.cos(2 * Math.PI * (i + 0.5) / samples));
                cosine += windowed * Math.cos(2 * Math.PI * bin * i / samples);
                sine += windowed * Math.sin(2 * Math.PI * bin * i / samples);
            }
            bands[bin * BANDS / (samples / 2)] += cosine * cosine + sine * sine;
        }
        return bands;
    }

    /** The highest normalized correlation of the stretch with itself, 5 to 15 ms apart, at 8 kHz. */
    private static double highestRepetition(short[] pcm, int from, int to) {
        double highest = 0;
        for (int lag = 40; lag <= 120; lag++) {
            double cross = 0;
            double now = 1;
            double before = 1;
            for (int i = from + lag; i < to; i++) {
                cross += (double) pcm[i] * pcm[i - lag];
                now += (double) pcm[i] * pcm[i];
                before += (double) pcm[i - lag] * pcm[i - lag];
            }
            highest = Math.max(highest, cross / Math.sqrt(now * before));
        }
        return highest;
    }
}
