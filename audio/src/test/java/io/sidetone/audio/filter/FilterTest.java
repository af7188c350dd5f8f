package io.sidetone.audio.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class FilterTest {
    @Test
    void shouldSumEveryStreamAndTap() {
        Random random = new Random(5);
        float[][][] taps = new float[3][2][12];
        for (float[][] phase : taps) {
            for (float[] stream : phase) {
                fill(random, stream);
            }
        }
        FirBank bank = new FirBank(taps, 40);
        float[][] signal = new float[2][11 + 40];
        for (int stream = 0; stream < 2; stream++) {
            fill(random, signal[stream]);
            System.arraycopy(signal[stream], 0, bank.input(stream), 0, signal[stream].length);
        }
        bank.prepare(37);
        for (int phase = 0; phase < 3; phase++) {
            float[] out = bank.run(phase, 37);
            for (int i = 0; i < 37; i++) {
                double expected = 0;
                for (int stream = 0; stream < 2; stream++) {
                    for (int q = 0; q < 12; q++) {
                        expected += (double) taps[phase][stream][q] * signal[stream][i + q];
                    }
                }
                assertThat((double) out[i]).isCloseTo(expected, Offset.offset(1e-5));
            }
        }
        bank.advance(37);
        for (int i = 0; i < bank.history(); i++) {
            assertThat(bank.input(1)[i]).isEqualTo(signal[1][37 + i]);
        }
    }

    @Test
    void shouldSlideAPatternOverASignal() {
        Random random = new Random(6);
        float[] pattern = new float[30];
        float[] signal = new float[80];
        fill(random, pattern);
        fill(random, signal);
        float[] out = new Correlation(24, 46).slide(pattern, 3, signal, 5);
        for (int i = 0; i < 46; i++) {
            double expected = 0;
            for (int q = 0; q < 24; q++) {
                expected += (double) pattern[3 + q] * signal[5 + i + q];
            }
            assertThat((double) out[i]).isCloseTo(expected, Offset.offset(1e-5));
        }
    }

    @Test
    void shouldNameTheLengthThatIsNoMultipleOfFour() {
        assertThatThrownBy(() -> new Correlation(10, 5)).hasMessageContaining("pattern of 10 samples");
        assertThatThrownBy(() -> new FirBank(new float[1][1][6], 5)).hasMessageContaining("6 taps");
    }

    @Test
    void shouldDesignSymmetricLowPassesOfUnitGain() {
        double[] taps = KaiserSinc.lowPass(95, 0.25, KaiserSinc.BETA);
        double sum = 0;
        for (int i = 0; i < taps.length; i++) {
            assertThat(taps[i]).isCloseTo(taps[taps.length - 1 - i], Offset.offset(1e-15));
            sum += taps[i];
        }
        assertThat(sum).isCloseTo(1, Offset.offset(1e-3));
        double normalized = 0;
        for (float tap : KaiserSinc.normalized(taps, 0.5)) {
            normalized += tap;
        }
        assertThat(normalized).isCloseTo(0.5, Offset.offset(1e-6));
    }

    private static void fill(Random random, float[] values) {
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextFloat() - 0.5f;
        }
    }
}
