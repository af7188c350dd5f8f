package io.sidetone.audio.vad;

import io.sidetone.audio.filter.Correlation;
import java.util.Arrays;

/**
 * The periodicity of a frame at the pitch of a voice (73–400 Hz): the peak of the normalized autocorrelation below 2
 * kHz, at 4 kHz.
 */
final class Periodicity {
    private static final int FRAME = 80;
    private static final int WINDOW = 80;
    private static final int SHORTEST_LAG = 10;
    private static final int LONGEST_LAG = 55;

    private final float[] recent = new float[WINDOW + LONGEST_LAG];
    private int bestLag;
    private final Correlation correlation = new Correlation(WINDOW, LONGEST_LAG - SHORTEST_LAG + 1);

    /** Adds a frame to the history. */
    void add(float[] lowHalf) {
        int kept = recent.length - FRAME;
        System.arraycopy(recent, FRAME, recent, 0, kept);
        System.arraycopy(lowHalf, 0, recent, kept, FRAME);
    }

    /** Returns the strongest correlation at a pitch lag, 0 … 1. */
    float peak() {
        float[] x = recent;
        int start = x.length - WINDOW;
        int end = x.length;
        float[] products = correlation.slide(x, start, x, start - LONGEST_LAG);
        float energy = 1f + power(x, start, end);
        float shifted = 1f + power(x, start - SHORTEST_LAG, end - SHORTEST_LAG);
        float best = 0;
        for (int lag = SHORTEST_LAG; lag <= LONGEST_LAG; lag++) {
            float product = Math.max(0f, products[LONGEST_LAG - lag]);
            float here = product * product / (energy * shifted);
            if (here > best) {
                best = here;
                bestLag = lag;
            }
            if (lag < LONGEST_LAG) {
                float enters = x[start - lag - 1];
                float leaves = x[end - lag - 1];
                shifted = Math.max(1f, shifted + enters * enters - leaves * leaves);
            }
        }
        return (float) Math.sqrt(Math.min(1f, best));
    }

    /** Returns the lag of the last peak, in samples at 4 kHz. */
    int bestLag() {
        return bestLag;
    }

    private static float power(float[] x, int from, int to) {
        float a = 0;
        float b = 0;
        float c = 0;
        float d = 0;
        for (int i = from; i < to; i += 4) {
            a += x[i] * x[i];
            b += x[i + 1] * x[i + 1];
            c += x[i + 2] * x[i + 2];
            d += x[i + 3] * x[i + 3];
        }
        return (a + b) + (c + d);
    }

    void reset() {
        Arrays.fill(recent, 0f);
        bestLag = 0;
    }
}
