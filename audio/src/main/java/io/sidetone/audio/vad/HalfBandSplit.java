package io.sidetone.audio.vad;

import io.sidetone.audio.filter.FirBank;
import io.sidetone.audio.filter.KaiserSinc;
import java.util.Arrays;

/**
 * Splits a band into its lower and upper half, each at half the rate. The upper half is mirrored: its highest frequency
 * becomes the lowest. Both halves share one filter: lower = delayed + filtered, upper = delayed − filtered.
 */
final class HalfBandSplit {
    private static final int TAPS = 4;
    private static final int CENTER = TAPS / 2 - 1;
    private static final double BETA = 2.0;

    private final FirBank odd;
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
        odd = new FirBank(new float[][][] {{KaiserSinc.normalized(between, 0.5)}}, half);
        even = new float[CENTER + half];
        low = new float[half];
        high = new float[half];
    }

    void split(float[] in) {
        int half = low.length;
        float[] odds = odd.input(0);
        int history = odd.history();
        for (int i = 0; i < half; i++) {
            even[CENTER + i] = 0.5f * in[2 * i];
            odds[history + i] = in[2 * i + 1];
        }
        odd.prepare(half);
        float[] filtered = odd.run(0, half);
        for (int i = 0; i < half; i++) {
            low[i] = even[i] + filtered[i];
        }
        for (int i = 0; i < half; i++) {
            high[i] = even[i] - filtered[i];
        }
        odd.advance(half);
        System.arraycopy(even, half, even, 0, CENTER);
    }

    float[] low() {
        return low;
    }

    float[] high() {
        return high;
    }

    void reset() {
        odd.clear();
        Arrays.fill(even, 0f);
    }
}
