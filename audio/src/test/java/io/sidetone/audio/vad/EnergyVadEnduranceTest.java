package io.sidetone.audio.vad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.Signals;
import io.sidetone.audio.Voice;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Long calls, and sounds that nobody makes. */
class EnergyVadEnduranceTest {
    private static final int RATE_HZ = 8_000;
    private static final int FRAME = 160;
    private static final int MINUTE = 3_000;

    @ParameterizedTest
    @CsvSource({"-55,0,200000", "-55,-22,60000"})
    void shouldHearNoiseInTheLastMinuteAsInTheFirst(double noiseDbov, double farDbov, int frames) {
        EnergyVad vad = new EnergyVad(RATE_HZ);
        short[] noise = Voice.noise(1, MINUTE * FRAME, true, noiseDbov);
        short[] far = farDbov == 0 ? null : Voice.speech(2, RATE_HZ, MINUTE * FRAME, 180, farDbov);
        double first = 0;
        double last = 0;
        for (int i = 0; i < frames; i++) {
            int at = i % MINUTE * FRAME;
            float score = vad.score(noise, at, far, at, FRAME);
            assertThat(score >= 0 && score <= 1)
                    .as("score %s of frame %d", score, i)
                    .isTrue();
            first += i >= 100 && i < MINUTE ? score / (MINUTE - 100) : 0;
            last += i >= frames - MINUTE + 100 ? score / (MINUTE - 100) : 0;
            if (i >= frames - MINUTE) {
                assertThat(score).as("frame %d", i).isLessThan(SpeechDetector.SPEECH_THRESHOLD);
            }
        }
        assertThat(last).isCloseTo(first, within(0.05));
        assertThat(vad.noiseLevelDbov()).isCloseTo((float) noiseDbov, within(5f));
        short[] silence = new short[FRAME];
        assertThat(vad.score(silence, 0, null, 0, FRAME)).isZero();
    }

    @Test
    void shouldHearTheCallerAfterAnHourAsInTheFirstMinute() {
        int period = 20 * 50;
        short[] far = Voice.speech(2, RATE_HZ, period * FRAME, 180, -22);
        for (int i = 12 * 50 * FRAME; i < far.length; i++) {
            far[i] = 0;
        }
        short[] near = Voice.noise(1, period * FRAME, true, -60);
        for (int i = 0; i + 400 < far.length; i++) {
            near[i + 400] += (short) (far[i] / 6);
        }
        Voice.mix(near, Voice.speech(3, RATE_HZ, 2 * RATE_HZ, 120, -26), 14 * 50 * FRAME, 1);
        Voice.mix(near, Voice.speech(4, RATE_HZ, 2 * RATE_HZ, 120, -26), 6 * 50 * FRAME, 1);
        EnergyVad vad = new EnergyVad(RATE_HZ);
        int periods = 90;
        int[] speechFrames = new int[periods];
        for (int i = 0; i < periods * period; i++) {
            int at = i % period * FRAME;
            float score = vad.score(near, at, far, at, FRAME);
            for (float feature : vad.features()) {
                if (!Float.isFinite(feature)) {
                    assertThat(feature).as("feature in frame %d", i).isFinite();
                }
            }
            speechFrames[i / period] += score >= SpeechDetector.SPEECH_THRESHOLD ? 1 : 0;
        }
        assertThat(speechFrames[1]).isBetween(150, 240);
        for (int i = 2; i < periods; i++) {
            assertThat(speechFrames[i]).as("period %d", i).isCloseTo(speechFrames[1], within(25));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    void shouldShowTheModelNothingButFiniteNumbers(int rateHz) {
        int frame = rateHz / 50;
        for (long seed = 1; seed <= 4; seed++) {
            EnergyVad vad = new EnergyVad(rateHz);
            Random random = new Random(seed);
            for (int i = 0; i < 1_500; i++) {
                short[] near = harsh(random, frame);
                short[] far = random.nextInt(3) == 0 ? null : harsh(random, frame);
                float score = vad.score(near, 0, far, 0, frame);
                assertThat(score).as("seed %d frame %d", seed, i).isBetween(0f, 1f);
                for (float feature : vad.features()) {
                    assertThat(Math.abs(feature))
                            .as("seed %d frame %d", seed, i)
                            .isLessThan(100f);
                }
                assertThat(vad.noiseLevelDbov()).isBetween(-96f, 20f);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    void shouldStayInRangeWhenOneHarshSoundHolds(int rateHz) {
        int frame = rateHz / 50;
        for (long seed = 1; seed <= 25; seed++) {
            Random random = new Random(seed);
            short[] near = harsh(random, frame);
            short[] far = harsh(random, frame);
            EnergyVad vad = new EnergyVad(rateHz);
            for (int i = 0; i < 150; i++) {
                assertThat(vad.score(near, 0, far, 0, frame))
                        .as("seed %d", seed)
                        .isBetween(0f, 1f);
                for (float feature : vad.features()) {
                    assertThat(Math.abs(feature)).as("seed %d", seed).isLessThan(100f);
                }
            }
        }
    }

    @Test
    void shouldWriteWhatItHeardWithinSixteenBits() {
        EnergyVad vad = new EnergyVad(RATE_HZ);
        short[] near = Signals.noise(3, FRAME, 32_767);
        near[0] = Short.MIN_VALUE;
        near[1] = Short.MAX_VALUE;
        vad.score(near, 0, null, 0, FRAME);
        short[] heard = new short[FRAME + 2];
        vad.heard(heard, 1);
        for (int i = 0; i < FRAME; i++) {
            assertThat(heard[i + 1]).isEqualTo(near[i]);
        }
        assertThat(heard[0]).isZero();
        assertThat(heard[FRAME + 1]).isZero();
    }

    /** Zeros, offsets, full-scale squares, pulses, noise. */
    private static short[] harsh(Random random, int samples) {
        short[] pcm = new short[samples];
        int kind = random.nextInt(6);
        int half = 1 + random.nextInt(40);
        short level = (short) random.nextInt();
        for (int i = 0; i < samples; i++) {
            pcm[i] = switch (kind) {
                case 0 -> 0;
                case 1 -> level;
                case 2 -> i / half % 2 == 0 ? Short.MAX_VALUE : Short.MIN_VALUE;
                case 3 -> i % (2 * half) == 0 ? Short.MIN_VALUE : 0;
                case 4 -> (short) random.nextInt();
                default -> random.nextBoolean() ? Short.MAX_VALUE : Short.MIN_VALUE;
            };
        }
        return pcm;
    }

    @ParameterizedTest
    @CsvSource({"8000,4", "16000,4", "8000,400", "16000,400"})
    @Tag("allocation")
    void shouldAllocateNothingWithAnEchoAndWithout(int rateHz, int lossFactor) {
        EnergyVad vad = new EnergyVad(rateHz);
        int frame = rateHz / 50;
        short[] far = Voice.speech(2, rateHz, 20 * rateHz, 200, -22);
        short[] near = Voice.noise(1, far.length, true, -65);
        for (int i = 0; i + 800 < far.length; i++) {
            near[i + 800] += (short) (far[i] / lossFactor);
        }
        short[] heard = new short[frame];
        int[] at = new int[1];
        assertThat(Allocation.bytesOf(() -> {
                    if (at[0] % (25 * frame) == 0) {
                        vad.miss(far, at[0], frame);
                    } else {
                        vad.score(near, at[0], at[0] % (5 * frame) == 0 ? null : far, at[0], frame);
                        vad.heard(heard, 0);
                    }
                    at[0] = (at[0] + frame) % far.length;
                }))
                .isZero();
    }
}
