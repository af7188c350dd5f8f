package io.sidetone.audio.vad;

import io.sidetone.audio.filter.KaiserSinc;

/**
 * Splits a band into its lower and upper half, each at half the rate. The upper half is mirrored: its highest frequency
 * becomes the lowest. Both halves share one filter: lower = delayed + filtered, upper = delayed − filtered.
 *
 * <p>It remembers nothing between blocks: what a stream needs of the block before is the caller's, {@value #STATE} numbers.
 */
final class HalfBandSplit {
    private static final int TAPS = 4;
    private static final int CENTER = TAPS / 2 - 1;

    /** Number of values that a stream keeps from one block to the next. */
    static final int STATE = TAPS - 1 + CENTER;

    private static final double BETA = 2.0;

    private final float[] taps;
    private final float[] odd;
    private final float[] even;
    private final float[] low;
    private final float[] high;

    /** Creates a split for blocks of {@code samples} samples, an even number. */
    HalfBandSplit(int samples) {
        int half = samples / 2;
        double[] all = KaiserSinc.lowPass(2 * TAPS - 1, 0.25, BETA);
        double[] between = new double[TAPS];
        for (int i = 0; i < TAPS; i++) {
            between[i] = all[2 * i];
        }
        taps = KaiserSinc.normalized(between, 0.5);
        odd = new float[TAPS - 1 + half];
        even = new float[CENTER + half];
        low = new float[half];
        high = new float[half];
    }

    /**
     * Splits a block.
     *
     * @param state what the stream keeps, from {@code at} on; all zero at its beginning
     */
    void split(float[] in, float[] state, int at) {
        int half = low.length;
        int history = TAPS - 1;
        System.arraycopy(state, at, odd, 0, history);
        System.arraycopy(state, at + history, even, 0, CENTER);
        for (int i = 0; i < half; i++) {
            even[CENTER + i] = 0.5f * in[2 * i];
            odd[history + i] = in[2 * i + 1];
        }
        float a = taps[0];
        float b = taps[1];
        float c = taps[2];
        float d = taps[3];
        for (int i = 0; i < half; i++) {
            float filtered = (a * odd[i] + b * odd[i + 1]) + (c * odd[i + 2] + d * odd[i + 3]);
            low[i] = even[i] + filtered;
            high[i] = even[i] - filtered;
        }
        System.arraycopy(odd, half, state, at, history);
        System.arraycopy(even, half, state, at + history, CENTER);
    }

    /** The lower half of the last block, of whatever stream. */
    float[] low() {
        return low;
    }

    /** The upper half of the last block, of whatever stream. */
    float[] high() {
        return high;
    }
}
