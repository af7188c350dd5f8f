package io.sidetone.audio.tone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToneDetectorTest {
    private static final int RATE_HZ = 8_000;
    private static final int FRAME = 160;

    private final ToneDetector detector = new ToneDetector(RATE_HZ);

    @ParameterizedTest
    @CsvSource({"425, -20", "480, -30", "1000, -10", "1100, -25", "1400, -40", "2100, -13", "2050, -30"})
    void shouldTellTheFrequencyOfATone(double hz, double levelDbov) {
        for (int rateHz : new int[] {RATE_HZ, 16_000, 48_000}) {
            ToneDetector anyRate = new ToneDetector(rateHz);
            short[] frame = new short[rateHz / 50];
            Tone tone = Tone.sine(hz, rateHz, levelDbov);
            for (int i = 0; i < 50; i++) {
                tone.fill(frame, 0, frame.length);
                assertThat(anyRate.frequencyHz(frame, 0, frame.length))
                        .as("at %d Hz", rateHz)
                        .isCloseTo(hz, within(4.0));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"697, 1209", "350, 440", "950, 1400"})
    void shouldNotTakeTwoTonesForOne(double firstHz, double secondHz) {
        short[] frame = new short[FRAME];
        Tone pair = Tone.pair(firstHz, secondHz, RATE_HZ, -20);
        for (int i = 0; i < 50; i++) {
            pair.fill(frame, 0, FRAME);
            double hz = detector.frequencyHz(frame, 0, FRAME);
            assertThat(hz)
                    .as("frame %d", i)
                    .satisfiesAnyOf(one -> assertThat(one).isZero(), one -> assertThat(one)
                            .isLessThan(480));
        }
    }

    @Test
    void shouldNotTakeNoiseOrSilenceForATone() {
        short[] frame = new short[FRAME];
        assertThat(detector.frequencyHz(frame, 0, FRAME)).isZero();
        SpeechNoise noise = new SpeechNoise(RATE_HZ, 7, -25);
        for (int i = 0; i < 200; i++) {
            noise.fill(frame, 0, FRAME);
            assertThat(detector.frequencyHz(frame, 0, FRAME)).isZero();
        }
    }
}
