package io.sidetone.audio.vad;

import io.sidetone.audio.filter.Correlation;
import java.util.Arrays;

/**
 * The periodicity of a frame at the pitch of a voice (73–400 Hz): the normalized autocorrelation below 2 kHz, at 4 kHz. A detector
 * asks for its highest peak; whoever follows the voice asks for its period, which is the first strong peak.
 */
final class Periodicity {
    private static final int FRAME = 80;
    private static final int WINDOW = 80;
    private static final int SHORTEST_LAG = 10;
    private static final int LONGEST_LAG = 55;
    private static final int LAGS = LONGEST_LAG - SHORTEST_LAG + 1;

    /** An earlier peak of this share of the highest is preferred: two periods correlate as well as one. */
    private static final float NEARLY = 0.85f;

    /** The last two frames. */
    private final float[][] frames = new float[2][FRAME];

    private int newest;
    private int bestLag;
    private int strongestLag;
    private float best;
    private boolean measured;

    /** Memory that a measurement needs, and keeps for the questions about the same frame: the thread's. */
    static final class Work {
        private final float[] x = new float[WINDOW + LONGEST_LAG];
        private final float[] shares = new float[LAGS];
        private final Correlation correlation = new Correlation(WINDOW, LAGS);
    }

    /** Adds a frame to the history. */
    void add(float[] lowHalf) {
        newest ^= 1;
        System.arraycopy(lowHalf, 0, frames[newest], 0, FRAME);
        measured = false;
    }

    /** Returns the strongest correlation at a pitch lag, 0 … 1; {@link #bestLag} says at which. */
    float peak(Work work) {
        float strength = strength(work);
        bestLag = strongestLag;
        return strength;
    }

    /**
     * Returns the strongest correlation of the last frame, as {@link #peak} does.
     *
     * @param work that of the last question about the frame, if there was one
     */
    float strength(Work work) {
        if (!measured) {
            measure(work);
            measured = true;
        }
        return (float) Math.sqrt(Math.min(1f, best));
    }

    /** Fills the squared normalized correlations and finds the highest. */
    private void measure(Work work) {
        float[] x = work.x;
        System.arraycopy(frames[newest ^ 1], FRAME - LONGEST_LAG, x, 0, LONGEST_LAG);
        System.arraycopy(frames[newest], 0, x, LONGEST_LAG, FRAME);
        int start = x.length - WINDOW;
        int end = x.length;
        float[] products = work.correlation.slide(x, start, x, start - LONGEST_LAG);
        float energy = 1f + power(x, start, end);
        float shifted = 1f + power(x, start - SHORTEST_LAG, end - SHORTEST_LAG);
        best = 0;
        for (int lag = SHORTEST_LAG; lag <= LONGEST_LAG; lag++) {
            float product = Math.max(0f, products[LONGEST_LAG - lag]);
            float here = product * product / (energy * shifted);
            work.shares[lag - SHORTEST_LAG] = here;
            if (here > best) {
                best = here;
                strongestLag = lag;
            }
            if (lag < LONGEST_LAG) {
                float enters = x[start - lag - 1];
                float leaves = x[end - lag - 1];
                shifted = Math.max(1f, shifted + enters * enters - leaves * leaves);
            }
        }
    }

    /**
     * Returns the period in samples of 4 kHz, interpolated between samples; 0 when there is none.
     *
     * @param work that of the last question about the frame, if there was one
     */
    float period(Work work) {
        strength(work);
        float[] shares = work.shares;
        for (int i = 1; i < LAGS - 1; i++) {
            if (shares[i] > 0
                    && shares[i] >= NEARLY * best
                    && shares[i] >= shares[i - 1]
                    && shares[i] >= shares[i + 1]) {
                return SHORTEST_LAG + i + between(shares[i - 1], shares[i], shares[i + 1]);
            }
        }
        return 0;
    }

    /** Returns where the parabola through a peak and its neighbors is highest, in samples from the peak. */
    private static float between(float before, float peak, float after) {
        float bend = before - 2 * peak + after;
        return bend < 0 ? 0.5f * (before - after) / bend : 0;
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
        Arrays.fill(frames[0], 0f);
        Arrays.fill(frames[1], 0f);
        bestLag = 0;
        strongestLag = 0;
        measured = false;
    }
}
