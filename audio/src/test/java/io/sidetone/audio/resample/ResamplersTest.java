package io.sidetone.audio.resample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.audio.Signals;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResamplersTest {
    private static final String PAIRS =
            "8000,16000;48000,16000;16000,8000;16000,48000;24000,8000;24000,16000;8000,48000;"
                    + "48000,8000;8000,24000;16000,24000;24000,48000;48000,24000;22050,8000;44100,8000;8000,22050;32000,8000;"
                    + "22050,16000;16000,22050;16000,32000;44100,16000";

    static String[] pairs() {
        return PAIRS.split(";");
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void shouldKeepTonesCleanOverThePassBand(String pair) {
        int inHz = inputRate(pair);
        int outHz = outputRate(pair);
        double edgeHz = 0.425 * Math.min(inHz, outHz);
        for (double frequencyHz : new double[] {100, 440, 0.25 * edgeHz, 0.5 * edgeHz, 0.75 * edgeHz, edgeHz}) {
            short[] out = convert(Resamplers.create(inHz, outHz), Signals.sine(frequencyHz, inHz, inHz, 23_000));
            double[] part = Signals.tonePart(out, outHz / 5, outHz, frequencyHz, outHz);
            double peak = Math.hypot(part[0], part[1]);
            assertThat(20 * Math.log10(peak / 23_000))
                    .as("gain in dB at %.0f Hz, %s", frequencyHz, pair)
                    .isCloseTo(0, Offset.offset(0.05));
            assertThat(Signals.snrDb(out, outHz / 5, outHz, frequencyHz, outHz))
                    .as("SNR in dB at %.0f Hz, %s", frequencyHz, pair)
                    .isGreaterThan(80);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "48000,16000",
        "16000,8000",
        "24000,8000",
        "24000,16000",
        "48000,8000",
        "48000,24000",
        "22050,8000",
        "22050,16000",
        "44100,16000"
    })
    void shouldKeepAliasesOutOfThePassBand(int inHz, int outHz) {
        for (double share : new double[] {0.575, 0.6, 0.7, 0.8, 0.9}) {
            double frequencyHz = share * outHz;
            if (frequencyHz >= inHz / 2.0) {
                continue;
            }
            short[] out = convert(Resamplers.create(inHz, outHz), Signals.sine(frequencyHz, inHz, inHz, 30_000));
            double leftDb = 20 * Math.log10(Signals.rms(out, outHz / 5, outHz) / (30_000 / Math.sqrt(2)));
            assertThat(leftDb).as("alias of %.0f Hz in dB", frequencyHz).isLessThan(-82);
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void shouldDelayByWhatItSays(String pair) {
        int inHz = inputRate(pair);
        int outHz = outputRate(pair);
        Resampler resampler = Resamplers.create(inHz, outHz);
        double frequencyHz = 100;
        short[] out = convert(resampler, Signals.sine(frequencyHz, inHz, inHz, 20_000));
        double[] part = Signals.tonePart(out, outHz / 5, outHz, frequencyHz, outHz);
        double lagTurns = -Math.atan2(part[0], part[1]) / (2 * Math.PI);
        double measuredMs = 1000 * lagTurns / frequencyHz;
        assertThat(measuredMs).as(pair).isCloseTo(resampler.delayMs(), Offset.offset(0.002));
        assertThat(resampler.delayMs()).as(pair).isBetween(0.0, 3.0);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void shouldGiveTheSameBitsWhateverTheChunks(String pair) {
        int inHz = inputRate(pair);
        int outHz = outputRate(pair);
        short[] in = Signals.noise(3, inHz, 30_000);
        short[] whole = convert(Resamplers.create(inHz, outHz), in);
        for (long seed = 1; seed <= 4; seed++) {
            Resampler resampler = Resamplers.create(inHz, outHz);
            Random random = new Random(seed);
            int largest = seed % 2 == 0 ? 7 : 3 * inHz / 50;
            short[] out = new short[whole.length + 64];
            int written = 0;
            for (int next = 0; next < in.length; ) {
                int count = Math.min(in.length - next, random.nextInt(largest + 1));
                written += resampler.process(in, next, count, out, written);
                next += count;
            }
            assertThat(Arrays.copyOf(out, written))
                    .as("%s, seed %d", pair, seed)
                    .isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void shouldGiveOneFrameForOneFrame(String pair) {
        int inHz = inputRate(pair);
        int outHz = outputRate(pair);
        Resampler resampler = Resamplers.create(inHz, outHz);
        assertThat(resampler.inputRateHz()).isEqualTo(inHz);
        assertThat(resampler.outputRateHz()).isEqualTo(outHz);
        short[] in = Signals.noise(5, inHz / 50, 1_000);
        short[] out = new short[outHz / 50];
        for (int frame = 0; frame < 40; frame++) {
            assertThat(resampler.process(in, 0, in.length, out, 0)).isEqualTo(out.length);
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void shouldStartAfreshWhenReset(String pair) {
        int inHz = inputRate(pair);
        int outHz = outputRate(pair);
        short[] in = Signals.noise(9, inHz / 10 + 1, 30_000);
        Resampler resampler = Resamplers.create(inHz, outHz);
        short[] first = convert(resampler, in);
        resampler.reset();
        assertThat(convert(resampler, in)).isEqualTo(first);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void shouldSaturateWhenTheFilterOvershoots(String pair) {
        int inHz = inputRate(pair);
        int outHz = outputRate(pair);
        short[] full = new short[inHz / 5];
        short[] quarter = new short[full.length];
        int half = Math.max(inHz, 8_000) / 300;
        for (int i = 0; i < full.length; i++) {
            full[i] = i / half % 2 == 0 ? Short.MAX_VALUE : Short.MIN_VALUE;
            quarter[i] = (short) (i / half % 2 == 0 ? 8_192 : -8_192);
        }
        short[] out = convert(Resamplers.create(inHz, outHz), full);
        short[] unclipped = convert(Resamplers.create(inHz, outHz), quarter);
        int atLimit = 0;
        for (int i = 0; i < out.length; i++) {
            int expected = Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, 4 * unclipped[i]));
            assertThat((int) out[i]).as("sample %d, %s", i, pair).isCloseTo(expected, Offset.offset(4));
            atLimit += out[i] == Short.MAX_VALUE || out[i] == Short.MIN_VALUE ? 1 : 0;
        }
        assertThat(atLimit).as("samples at the limit").isPositive();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void shouldAnswerAnImpulseAfterItsDelayAndNothingElse(String pair) {
        int inHz = inputRate(pair);
        int outHz = outputRate(pair);
        short[] in = new short[inHz / 10];
        in[inHz / 50] = Short.MAX_VALUE;
        Resampler resampler = Resamplers.create(inHz, outHz);
        short[] out = convert(resampler, in);
        double center = 0;
        double energy = 0;
        for (int i = 0; i < out.length; i++) {
            center += (double) i * out[i] * out[i];
            energy += (double) out[i] * out[i];
        }
        double lateMs = 1000 * (center / energy / outHz - 0.02);
        assertThat(lateMs).as(pair).isCloseTo(resampler.delayMs(), Offset.offset(500.0 / Math.min(inHz, outHz)));
        int last = (int) ((0.02 + 2 * resampler.delayMs() / 1000) * outHz) + 7;
        for (int i = 0; i < out.length; i++) {
            if (i < outHz / 50 - 6 || i > last) {
                assertThat(out[i]).as("%s, sample %d", pair, i).isZero();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void shouldKeepSilenceSilent(String pair) {
        Resampler resampler = Resamplers.create(inputRate(pair), outputRate(pair));
        convert(resampler, Signals.noise(4, inputRate(pair) / 50, 32_767));
        convert(resampler, new short[inputRate(pair) / 50]);
        assertThat(convert(resampler, new short[inputRate(pair) / 50])).containsOnly(0);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void shouldTakeSingleSamplesAndNone(String pair) {
        int inHz = inputRate(pair);
        int outHz = outputRate(pair);
        short[] in = Signals.noise(6, inHz / 10, 32_767);
        short[] expected = convert(Resamplers.create(inHz, outHz), in);
        Resampler resampler = Resamplers.create(inHz, outHz);
        short[] out = new short[expected.length + 8];
        int written = 0;
        for (int i = 0; i < in.length; i++) {
            assertThat(resampler.process(in, i, 0, out, written)).isZero();
            written += resampler.process(in, i, 1, out, written);
        }
        assertThat(Arrays.copyOf(out, written)).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void shouldLoseNoSampleInALongStream(String pair) {
        int inHz = inputRate(pair);
        int outHz = outputRate(pair);
        Resampler resampler = Resamplers.create(inHz, outHz);
        short[] in = Signals.noise(8, inHz / 25, 32_767);
        short[] out = new short[outHz / 25 + 8];
        Random random = new Random(9);
        long taken = 0;
        long written = 0;
        long wanted = 30L * inHz;
        while (taken < wanted) {
            int count = (int) Math.min(wanted - taken, random.nextInt(in.length));
            written += resampler.process(in, 0, count, out, 0);
            taken += count;
        }
        assertThat(written).as(pair).isEqualTo(30L * outHz);
    }

    @Test
    void shouldCarryOnCleanlyWhenAStreamChangesItsRate() {
        short[] out = new short[16_000];
        int written = 0;
        int rates = 0;
        for (int inHz : new int[] {24_000, 16_000, 22_050, 48_000}) {
            Resampler resampler = Resamplers.create(inHz, 8_000);
            written += resampler.process(Signals.sine(500, inHz, inHz / 2, 20_000), 0, inHz / 2, out, written);
            rates++;
            assertThat(written).as("samples after %d Hz", inHz).isEqualTo(4_000 * rates);
            int from = written - 4_000 + 80;
            assertThat(Signals.snrDb(out, from, written, 500, 8_000))
                    .as("SNR at %d Hz", inHz)
                    .isGreaterThan(80);
        }
        for (int i = 1; i < written; i++) {
            assertThat(Math.abs(out[i] - out[i - 1])).as("step at %d", i).isLessThan(30_000);
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void shouldKeepAConstant(String pair) {
        short[] in = new short[inputRate(pair) / 5];
        Arrays.fill(in, (short) 12_345);
        short[] out = convert(Resamplers.create(inputRate(pair), outputRate(pair)), in);
        for (int i = out.length / 2; i < out.length; i++) {
            assertThat(out[i]).isEqualTo((short) 12_345);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "8000,16000,-975320871",
        "16000,8000,269908099",
        "24000,48000,457811537",
        "48000,16000,-518691243",
        "24000,16000,-2005264568",
        "8000,48000,1447457120",
        "22050,8000,578111658",
        "22050,16000,1348382888"
    })
    void shouldNeverChangeASampleByABit(int inHz, int outHz, int hash) {
        short[] in = Signals.noise(17, inHz, 32_767);
        assertThat(Arrays.hashCode(convert(Resamplers.create(inHz, outHz), in))).isEqualTo(hash);
    }

    @Test
    void shouldCopyWhenBothRatesAreEqual() {
        short[] in = Signals.noise(2, 333, 32_767);
        Resampler same = Resamplers.create(16_000, 16_000);
        assertThat(convert(same, in)).isEqualTo(in);
        assertThat(same.delayMs()).isZero();
    }

    @Test
    void shouldLeaveTheGivenShareOfTheImageForTheEmbeddedRecognizer() {
        short[] in = Signals.sine(1_000, 8_000, 8_000, 12_000);
        for (double leak : new double[] {0, 0.15, 1}) {
            short[] out = convert(Resamplers.forEmbeddedRecognizer(leak), in);
            double[] tone = Signals.tonePart(out, 3_200, 16_000, 1_000, 16_000);
            double[] image = Signals.tonePart(out, 3_200, 16_000, 7_000, 16_000);
            assertThat(Math.hypot(tone[0], tone[1])).isCloseTo(12_000, Offset.offset(12.0));
            assertThat(Math.hypot(image[0], image[1])).isCloseTo(12_000 * leak, Offset.offset(12.0));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void shouldNameTheLeakWhenItIsNoShare(double leak) {
        assertThatThrownBy(() -> Resamplers.forEmbeddedRecognizer(leak))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("imageLeak " + leak);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7_999, 8_001, 96_000, -8_000})
    void shouldNameTheRateWhenItCannotBeConverted(int rateHz) {
        assertThatThrownBy(() -> Resamplers.create(rateHz, 8_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sample rate " + rateHz + " Hz")
                .hasMessageContaining("8000 to 48000 Hz that are a multiple of 50")
                .hasMessageContaining("give one of these");
    }

    private static short[] convert(Resampler resampler, short[] in) {
        short[] out = new short[(int) ((long) in.length * resampler.outputRateHz() / resampler.inputRateHz()) + 8];
        int written = resampler.process(in, 0, in.length, out, 0);
        return Arrays.copyOf(out, written);
    }

    private static int inputRate(String pair) {
        return Integer.parseInt(pair.split(",")[0]);
    }

    private static int outputRate(String pair) {
        return Integer.parseInt(pair.split(",")[1]);
    }
}
