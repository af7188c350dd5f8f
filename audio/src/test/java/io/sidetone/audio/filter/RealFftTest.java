package io.sidetone.audio.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sidetone.audio.Allocation;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The transform of real blocks against the sum that defines it. */
class RealFftTest {
    @ParameterizedTest
    @ValueSource(ints = {8, 16, 32, 64, 128, 256, 512, 1024})
    void shouldGiveTheSumThatDefinesIt(int size) {
        RealFft fft = new RealFft(size);
        float[] in = noise(size, size, 10_000);
        float[] re = new float[fft.bins()];
        float[] im = new float[fft.bins()];
        fft.forward(in, re, im);
        double scale = 10_000 * Math.sqrt(size);
        for (int k = 0; k < fft.bins(); k++) {
            double sumRe = 0;
            double sumIm = 0;
            for (int n = 0; n < size; n++) {
                double angle = -2 * Math.PI * ((long) k * n % size) / size;
                sumRe += in[n] * Math.cos(angle);
                sumIm += in[n] * Math.sin(angle);
            }
            assertThat((double) re[k]).as("real part %d", k).isCloseTo(sumRe, within(2e-6 * scale));
            assertThat((double) im[k]).as("imaginary part %d", k).isCloseTo(sumIm, within(2e-6 * scale));
        }
        assertThat(im[0]).isZero();
        assertThat(im[size / 2]).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 32, 512, 1024, 4096})
    void shouldGiveTheBlockBack(int size) {
        RealFft fft = new RealFft(size);
        float[] in = noise(7, size, 30_000);
        float[] back = new float[size];
        float[] re = new float[fft.bins()];
        float[] im = new float[fft.bins()];
        fft.forward(in, re, im);
        fft.inverse(re, im, back);
        for (int i = 0; i < size; i++) {
            assertThat(back[i]).as("sample %d", i).isCloseTo(in[i], within(0.03f));
        }
    }

    @Test
    void shouldAddSpectraAsBlocksAdd() {
        int size = 512;
        RealFft fft = new RealFft(size);
        float[] a = noise(1, size, 1_000);
        float[] b = noise(2, size, 1_000);
        float[] mixed = new float[size];
        for (int i = 0; i < size; i++) {
            mixed[i] = 3 * a[i] - 0.5f * b[i];
        }
        float[][] ofA = spectrum(fft, a);
        float[][] ofB = spectrum(fft, b);
        float[][] ofMixed = spectrum(fft, mixed);
        for (int part = 0; part < 2; part++) {
            for (int k = 0; k < fft.bins(); k++) {
                assertThat(ofMixed[part][k]).isCloseTo(3 * ofA[part][k] - 0.5f * ofB[part][k], within(0.2f));
            }
        }
    }

    @Test
    void shouldPutASineIntoItsBinAndAPulseIntoAll() {
        int size = 1024;
        RealFft fft = new RealFft(size);
        float[] sine = new float[size];
        for (int i = 0; i < size; i++) {
            sine[i] = (float) StrictMath.sin(2 * Math.PI * 37 * i / size);
        }
        float[][] ofSine = spectrum(fft, sine);
        for (int k = 0; k < fft.bins(); k++) {
            assertThat(ofSine[0][k]).isCloseTo(0f, within(1e-3f));
            assertThat(ofSine[1][k]).as("bin %d", k).isCloseTo(k == 37 ? -size / 2f : 0f, within(1e-3f));
        }
        float[] pulse = new float[size];
        pulse[0] = 1;
        float[][] ofPulse = spectrum(fft, pulse);
        assertThat(ofPulse[0]).containsOnly(1f);
        for (float imaginary : ofPulse[1]) {
            assertThat(imaginary).isZero();
        }
    }

    @Test
    void shouldKeepNothingFromOneBlockToTheNext() {
        RealFft used = new RealFft(256);
        float[][] first = spectrum(used, noise(5, 256, 100));
        float[] whatever = new float[256];
        Arrays.fill(whatever, Float.NaN);
        spectrum(used, whatever);
        used.inverse(new float[129], new float[129], whatever);
        assertThat(spectrum(used, noise(5, 256, 100))).isDeepEqualTo(first);
    }

    @Test
    void shouldGiveTheSameBitsOnEveryMachine() {
        int hash = 1;
        for (int size = 8; size <= 1024; size *= 2) {
            RealFft fft = new RealFft(size);
            float[][] spectrum = spectrum(fft, noise(size, size, 20_000));
            float[] back = new float[size];
            fft.inverse(spectrum[0], spectrum[1], back);
            hash = 31 * hash + Arrays.hashCode(spectrum[0]);
            hash = 31 * hash + Arrays.hashCode(spectrum[1]);
            hash = 31 * hash + Arrays.hashCode(back);
        }
        assertThat(hash).isEqualTo(633_709_849);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -8, 0, 1, 2, 4, 9, 12, 160, 1000})
    void shouldRefuseASizeItCannotTransform(int size) {
        assertThatThrownBy(() -> new RealFft(size))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("transform of " + size + " samples")
                .hasMessageContaining("power of two");
    }

    @Test
    void shouldTellItsSizes() {
        assertThat(new RealFft(8).bins()).isEqualTo(5);
        assertThat(new RealFft(512).size()).isEqualTo(512);
        assertThat(new RealFft(512).bins()).isEqualTo(257);
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 1024})
    @Tag("allocation")
    void shouldAllocateNothing(int size) {
        RealFft fft = new RealFft(size);
        float[] block = noise(3, size, 1_000);
        float[] re = new float[fft.bins()];
        float[] im = new float[fft.bins()];
        assertThat(Allocation.bytesOf(() -> {
                    fft.forward(block, re, im);
                    fft.inverse(re, im, block);
                }))
                .isZero();
    }

    private static float[][] spectrum(RealFft fft, float[] in) {
        float[][] spectrum = new float[2][fft.bins()];
        fft.forward(in, spectrum[0], spectrum[1]);
        return spectrum;
    }

    private static float[] noise(long seed, int samples, float peak) {
        Random random = new Random(seed);
        float[] out = new float[samples];
        for (int i = 0; i < samples; i++) {
            out[i] = peak * (2 * random.nextFloat() - 1);
        }
        return out;
    }
}
