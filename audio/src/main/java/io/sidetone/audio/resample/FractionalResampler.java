package io.sidetone.audio.resample;

import io.sidetone.audio.filter.DotProduct;
import io.sidetone.audio.filter.KaiserSinc;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Converts between any two rates, for example 22,050 → 8,000 Hz. Each output phase has one row of taps, and each output
 * is one dot product in sixteen sums, so that the additions do not wait for each other.
 *
 * <p>All resamplers of the same two rates share the rows.
 */
final class FractionalResampler implements Resampler {
    private static final int TAPS_PER_LOW_SAMPLE = 38;
    private static final int PARTS = DotProduct.PARTS;
    private static final ConcurrentHashMap<Long, float[][]> ROWS = new ConcurrentHashMap<>();

    private final int inputRateHz;
    private final int outputRateHz;
    private final int interpolation;
    private final int decimation;
    private final float[][] rows;
    private final int tapCount;
    private final float[] recent;
    private final float[] sums = new float[PARTS];
    private final int blockSamples;

    /** Position of the next output after the next input, in units of 1 ÷ interpolation input samples. */
    private int ahead;

    FractionalResampler(int inputRateHz, int outputRateHz) {
        this.inputRateHz = inputRateHz;
        this.outputRateHz = outputRateHz;
        int divisor = Resamplers.greatestCommonDivisor(inputRateHz, outputRateHz);
        this.interpolation = outputRateHz / divisor;
        this.decimation = inputRateHz / divisor;
        this.rows = ROWS.computeIfAbsent(
                (long) inputRateHz << 32 | outputRateHz, pair -> design(inputRateHz, outputRateHz, interpolation));
        this.tapCount = rows[0].length;
        this.blockSamples = inputRateHz / 50;
        this.recent = new float[tapCount - 1 + blockSamples];
    }

    private static float[][] design(int inputRateHz, int outputRateHz, int interpolation) {
        int lowRateHz = Math.min(inputRateHz, outputRateHz);
        int perRow = (int) ((long) TAPS_PER_LOW_SAMPLE * inputRateHz / lowRateHz + PARTS) / PARTS * PARTS;
        double cutoff = lowRateHz / 2.0 / ((double) inputRateHz * interpolation);
        double[] prototype = KaiserSinc.lowPass(perRow * interpolation, cutoff, KaiserSinc.BETA);
        float[][] rows = new float[interpolation][];
        for (int phase = 0; phase < interpolation; phase++) {
            double[] row = new double[perRow];
            for (int age = 0; age < perRow; age++) {
                row[perRow - 1 - age] = prototype[phase + age * interpolation];
            }
            rows[phase] = KaiserSinc.normalized(row, 1);
        }
        return rows;
    }

    @Override
    public int inputRateHz() {
        return inputRateHz;
    }

    @Override
    public int outputRateHz() {
        return outputRateHz;
    }

    @Override
    public int process(short[] in, int inOff, int inLen, short[] out, int outOff) {
        int written = 0;
        int done = 0;
        while (done < inLen) {
            int count = Math.min(blockSamples, inLen - done);
            written += block(in, inOff + done, count, out, outOff + written);
            done += count;
        }
        return written;
    }

    private int block(short[] in, int inOff, int count, short[] out, int outOff) {
        int history = tapCount - 1;
        Pcm16.toFloats(in, inOff, count, recent, history);
        int written = 0;
        int index = ahead / interpolation;
        int phase = ahead % interpolation;
        while (index < count) {
            out[outOff + written] = Pcm16.saturated(DotProduct.of(rows[phase], recent, index, sums));
            written++;
            phase += decimation;
            index += phase / interpolation;
            phase %= interpolation;
        }
        ahead = (index - count) * interpolation + phase;
        System.arraycopy(recent, count, recent, 0, history);
        return written;
    }

    @Override
    public double delayMs() {
        return 1000 * (tapCount * (double) interpolation - 1) / 2 / ((double) inputRateHz * interpolation);
    }

    @Override
    public void reset() {
        Arrays.fill(recent, 0f);
        ahead = 0;
    }
}
