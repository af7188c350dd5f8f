package io.sidetone.audio.resample;

import io.sidetone.audio.filter.KaiserSinc;
import io.sidetone.audio.filter.VectorLoops;
import io.sidetone.audio.filter.VectorPath;
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
    private static final int PARTS = VectorLoops.DOT_PARTS;
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
        VectorLoops loops = VectorPath.loops(tapCount);
        int written = 0;
        int index = ahead / interpolation;
        int phase = ahead % interpolation;
        while (index < count) {
            if (loops == null) {
                dot(rows[phase], recent, index, sums);
            } else {
                loops.dot(rows[phase], recent, index, sums);
            }
            out[outOff + written] = Pcm16.saturated(total(sums));
            written++;
            phase += decimation;
            index += phase / interpolation;
            phase %= interpolation;
        }
        ahead = (index - count) * interpolation + phase;
        System.arraycopy(recent, count, recent, 0, history);
        return written;
    }

    private static void dot(float[] row, float[] x, int at, float[] sums) {
        float a0 = 0;
        float a1 = 0;
        float a2 = 0;
        float a3 = 0;
        float a4 = 0;
        float a5 = 0;
        float a6 = 0;
        float a7 = 0;
        float b0 = 0;
        float b1 = 0;
        float b2 = 0;
        float b3 = 0;
        float b4 = 0;
        float b5 = 0;
        float b6 = 0;
        float b7 = 0;
        for (int i = 0; i < row.length; i += PARTS) {
            a0 += row[i] * x[at + i];
            a1 += row[i + 1] * x[at + i + 1];
            a2 += row[i + 2] * x[at + i + 2];
            a3 += row[i + 3] * x[at + i + 3];
            a4 += row[i + 4] * x[at + i + 4];
            a5 += row[i + 5] * x[at + i + 5];
            a6 += row[i + 6] * x[at + i + 6];
            a7 += row[i + 7] * x[at + i + 7];
            b0 += row[i + 8] * x[at + i + 8];
            b1 += row[i + 9] * x[at + i + 9];
            b2 += row[i + 10] * x[at + i + 10];
            b3 += row[i + 11] * x[at + i + 11];
            b4 += row[i + 12] * x[at + i + 12];
            b5 += row[i + 13] * x[at + i + 13];
            b6 += row[i + 14] * x[at + i + 14];
            b7 += row[i + 15] * x[at + i + 15];
        }
        sums[0] = a0;
        sums[1] = a1;
        sums[2] = a2;
        sums[3] = a3;
        sums[4] = a4;
        sums[5] = a5;
        sums[6] = a6;
        sums[7] = a7;
        sums[8] = b0;
        sums[9] = b1;
        sums[10] = b2;
        sums[11] = b3;
        sums[12] = b4;
        sums[13] = b5;
        sums[14] = b6;
        sums[15] = b7;
    }

    private static float total(float[] s) {
        float low = ((s[0] + s[4]) + (s[1] + s[5])) + ((s[2] + s[6]) + (s[3] + s[7]));
        float high = ((s[8] + s[12]) + (s[9] + s[13])) + ((s[10] + s[14]) + (s[11] + s[15]));
        return low + high;
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
