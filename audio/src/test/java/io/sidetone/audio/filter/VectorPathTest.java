package io.sidetone.audio.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In a JVM that has the module: the vector loops give the bits of the plain ones. */
@Tag("vector")
class VectorPathTest {
    @BeforeEach
    void shouldFindTheModule() {
        assertThat(VectorPath.available()).isTrue();
    }

    @AfterEach
    void restore() {
        VectorPath.use(false);
    }

    @Test
    void shouldSumLikeThePlainLoopsWhateverTheSizes() {
        Random random = new Random(11);
        for (int round = 0; round < 60; round++) {
            float[][][] taps = new float[1 + random.nextInt(3)][1 + random.nextInt(6)][4 * (1 + random.nextInt(12))];
            for (float[][] phase : taps) {
                for (float[] stream : phase) {
                    fill(random, stream, 2);
                }
            }
            int periods = round < 20 ? 14 + round : 1 + random.nextInt(200);
            long seed = random.nextLong();
            assertThat(onBoth(() -> bankOutputs(taps, periods, seed)))
                    .as(
                            "round %d, %d streams of %d taps, %d periods",
                            round, taps[0].length, taps[0][0].length, periods)
                    .isTrue();
        }
    }

    private static int[] bankOutputs(float[][][] taps, int periods, long seed) {
        FirBank bank = new FirBank(taps, periods);
        Random random = new Random(seed);
        int[] bits = new int[3 * taps.length * periods];
        int next = 0;
        for (int frame = 0; frame < 3; frame++) {
            for (int stream = 0; stream < taps[0].length; stream++) {
                for (int i = 0; i < periods; i++) {
                    bank.input(stream)[bank.history() + i] = sample(random, frame);
                }
            }
            bank.prepare(periods);
            for (int phase = 0; phase < taps.length; phase++) {
                float[] out = bank.run(phase, periods);
                for (int i = 0; i < periods; i++) {
                    bits[next++] = Float.floatToRawIntBits(out[i]);
                }
            }
            bank.advance(periods);
        }
        return bits;
    }

    @Test
    void shouldSlideLikeThePlainLoopsWhateverTheSizes() {
        Random random = new Random(12);
        for (int round = 0; round < 60; round++) {
            float[] pattern = new float[4 * (1 + random.nextInt(20)) + 3];
            int outputs = 1 + random.nextInt(90);
            float[] signal = new float[pattern.length - 3 + outputs + 5];
            fill(random, pattern, 30_000);
            fill(random, signal, 30_000);
            assertThat(onBoth(() -> {
                        float[] out = new Correlation(pattern.length - 3, outputs).slide(pattern, 3, signal, 5);
                        int[] bits = new int[outputs];
                        for (int i = 0; i < outputs; i++) {
                            bits[i] = Float.floatToRawIntBits(out[i]);
                        }
                        return bits;
                    }))
                    .as("round %d, %d samples over %d places", round, pattern.length - 3, outputs)
                    .isTrue();
        }
    }

    @Test
    void shouldAddRowsOneAfterTheOtherLikeThePlainLoop() {
        Random random = new Random(13);
        for (int round = 0; round < 40; round++) {
            int width = VectorLoops.PADDING * (1 + random.nextInt(3));
            float[] weights = new float[2 + random.nextInt(60)];
            float[] rows = new float[(weights.length - 1) * width];
            float[] sums = new float[width];
            fill(random, weights, 6);
            fill(random, rows, 2);
            fill(random, sums, 100);
            float[] plain = sums.clone();
            for (int row = 0; row < weights.length - 1; row++) {
                for (int i = 0; i < width; i++) {
                    plain[i] += weights[1 + row] * rows[row * width + i];
                }
            }

            VectorPath.use(true);
            VectorPath.loops(width).addRows(weights, 1, weights.length - 1, rows, sums, width);

            assertThat(sums)
                    .as("round %d, %d rows of %d", round, weights.length - 1, width)
                    .containsExactly(plain);
        }
    }

    /** About what a server does at its start. */
    @Test
    void shouldTakeOverWhenAWarmUpAllocatesNothing() {
        assumeTrue(
                Runtime.version().feature() >= 21,
                "before JDK 21 it is a matter of luck whether the compiler keeps vectors off the heap");
        assertThat(VectorPath.inUse()).isFalse();
        assertThat(VectorPath.loops(1_000)).isNull();
        assertThat(VectorSwitch.warmUp()).isTrue();
        assertThat(VectorPath.inUse()).isTrue();
        assertThat(VectorPath.loops(1_000)).isNotNull();
        assertThat(VectorPath.loops(15)).as("too few samples for a vector").isNull();
        assertThat(VectorPath.description()).startsWith("Vector API, ").endsWith(" bits");
    }

    @Test
    void shouldStayPlainWhenAWarmUpGoesOnAllocating() {
        long[] allocated = new long[1];
        assertThat(VectorPath.warmUp(() -> allocated[0]++, () -> 0)).isFalse();
        assertThat(VectorPath.inUse()).isFalse();
    }

    /** Until then the loops are some thousand times slower, and would take a whole processor from calls. */
    @Test
    void shouldGiveWayToTheCompilerWhenTheLoopsAreNotCompiledYet() {
        long[] allocated = new long[1];
        long[] spentNs = new long[1];
        LongSupplier runs = () -> spentNs[0] += VectorPath.MOST_NS / 5;
        assertThat(VectorPath.warmUp(() -> allocated[0]++, runs)).isFalse();
        assertThat(allocated[0]).as("looks beyond the time").isLessThanOrEqualTo(2);
        assertThat(spentNs[0]).isBetween(VectorPath.MOST_NS, 2 * VectorPath.MOST_NS);
    }

    private static boolean onBoth(Supplier<int[]> bits) {
        VectorPath.use(false);
        int[] plain = bits.get();
        VectorPath.use(true);
        assertThat(VectorPath.inUse()).isTrue();
        return Arrays.equals(plain, bits.get());
    }

    private static float sample(Random random, int frame) {
        return frame == 1 ? (random.nextBoolean() ? 32_767 : -32_768) : random.nextInt(65_536) - 32_768;
    }

    private static void fill(Random random, float[] values, float peak) {
        for (int i = 0; i < values.length; i++) {
            values[i] = (2 * random.nextFloat() - 1) * peak;
        }
    }
}
