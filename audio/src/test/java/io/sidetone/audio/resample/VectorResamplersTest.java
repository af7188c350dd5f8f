package io.sidetone.audio.resample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.Signals;
import io.sidetone.audio.filter.VectorSwitch;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In a JVM that has the module: every resampler gives the same samples on both paths. */
@Tag("vector")
class VectorResamplersTest {
    @AfterEach
    void restore() {
        VectorSwitch.use(false);
    }

    @ParameterizedTest
    @MethodSource("io.sidetone.audio.resample.ResamplersTest#pairs")
    void shouldGiveTheSamplesOfThePlainPath(String pair) {
        int inHz = Integer.parseInt(pair.split(",")[0]);
        int outHz = Integer.parseInt(pair.split(",")[1]);
        for (short[] in : signals(inHz)) {
            compare(() -> Resamplers.create(inHz, outHz), in, pair);
        }
    }

    @Test
    void shouldLeaveTheSameImageForTheEmbeddedRecognizer() {
        for (double leak : new double[] {0, 0.15, 1}) {
            for (short[] in : signals(8_000)) {
                compare(() -> Resamplers.forEmbeddedRecognizer(leak), in, "leak " + leak);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.sidetone.audio.resample.ResamplersTest#pairs")
    void shouldNotBeHeardWhenThePathChangesInMidStream(String pair) {
        int inHz = Integer.parseInt(pair.split(",")[0]);
        int outHz = Integer.parseInt(pair.split(",")[1]);
        short[] in = Signals.noise(21, inHz / 5, 32_767);
        Resampler plain = Resamplers.create(inHz, outHz);
        Resampler changing = Resamplers.create(inHz, outHz);
        short[] expected = new short[outHz / 50];
        short[] actual = new short[outHz / 50];
        for (int frame = 0; frame < 10; frame++) {
            VectorSwitch.use(false);
            plain.process(in, frame * inHz / 50, inHz / 50, expected, 0);
            VectorSwitch.use(frame % 3 == 1);
            changing.process(in, frame * inHz / 50, inHz / 50, actual, 0);
            assertThat(actual).as("%s, frame %d", pair, frame).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("io.sidetone.audio.resample.ResamplersTest#pairs")
    void shouldAllocateNothingPerFrameOnceWarmedUp(String pair) {
        int inHz = Integer.parseInt(pair.split(",")[0]);
        int outHz = Integer.parseInt(pair.split(",")[1]);
        assumeTrue(
                Runtime.version().feature() >= 21,
                "before JDK 21 it is a matter of luck whether the compiler keeps vectors off the heap");
        assertThat(VectorSwitch.warmUp()).isTrue();
        Resampler resampler = Resamplers.create(inHz, outHz);
        short[] in = Signals.noise(1, inHz / 50, 20_000);
        short[] out = new short[outHz / 50];
        assertThat(Allocation.bytesOf(() -> resampler.process(in, 0, in.length, out, 0)))
                .isZero();
    }

    private static short[][] signals(int inHz) {
        short[] square = new short[inHz / 10];
        short[] constant = new short[inHz / 10];
        for (int i = 0; i < square.length; i++) {
            square[i] = i / 13 % 2 == 0 ? Short.MAX_VALUE : Short.MIN_VALUE;
            constant[i] = Short.MIN_VALUE;
        }
        return new short[][] {
            Signals.noise(31, inHz / 5, 32_767), Signals.sine(997, inHz, inHz / 10, 32_767), square, constant
        };
    }

    private static void compare(Supplier<Resampler> factory, short[] in, String what) {
        VectorSwitch.use(false);
        short[] plain = inPieces(factory.get(), in);
        VectorSwitch.use(true);
        assertThat(inPieces(factory.get(), in)).as(what).isEqualTo(plain);
    }

    /** 20 ms at a time, then pieces of any size, among them none and one sample. */
    private static short[] inPieces(Resampler resampler, short[] in) {
        Random random = new Random(41);
        int frame = resampler.inputRateHz() / 50;
        short[] out = new short[(int) ((long) in.length * resampler.outputRateHz() / resampler.inputRateHz()) + 64];
        int written = 0;
        for (int next = 0; next < in.length; ) {
            int wanted =
                    next < in.length / 2 ? frame : random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(frame);
            int count = Math.min(in.length - next, wanted);
            written += resampler.process(in, next, count, out, written);
            next += count;
        }
        return Arrays.copyOf(out, written);
    }
}
