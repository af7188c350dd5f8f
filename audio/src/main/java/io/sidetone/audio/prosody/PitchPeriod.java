package io.sidetone.audio.prosody;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.filter.Correlation;
import java.util.Arrays;

/**
 * The period of a voice at the end of a frame (73–400 Hz): the first strong peak of the normalized autocorrelation
 * below 2 kHz, at 4 kHz, interpolated between samples.
 */
final class PitchPeriod {
    static final int RATE_HZ = 4_000;

    private static final int WINDOW = 80;
    private static final int SHORTEST_LAG = 10;
    private static final int LONGEST_LAG = 55;
    private static final int LAGS = LONGEST_LAG - SHORTEST_LAG + 1;

    /** An earlier peak of this share of the highest is preferred: two periods correlate as well as one. */
    private static final float NEARLY = 0.85f;

    private final int reduction;
    private final int frame;
    private final float[] recent = new float[WINDOW + LONGEST_LAG];
    private final float[] shares = new float[LAGS];
    private final Correlation correlation = new Correlation(WINDOW, LAGS);
    private float strength;

    PitchPeriod(int sampleRateHz) {
        reduction = sampleRateHz / RATE_HZ;
        frame = SampleRate.frameSamples(RATE_HZ);
    }

    /** Takes the next frame. */
    void add(short[] pcm, int off) {
        int kept = recent.length - frame;
        System.arraycopy(recent, frame, recent, 0, kept);
        for (int i = 0; i < frame; i++) {
            int from = off + i * reduction;
            int sum = 0;
            for (int k = 0; k < reduction; k++) {
                sum += pcm[from + k];
            }
            recent[kept + i] = sum;
        }
    }

    /** Forgets all frames. */
    void reset() {
        Arrays.fill(recent, 0f);
        strength = 0;
    }

    /** Returns the period in samples of 4 kHz, and keeps its {@link #strength}; 0 when there is no period. */
    float measure() {
        float best = correlate();
        strength = (float) Math.sqrt(Math.min(1f, best));
        for (int lag = SHORTEST_LAG + 1; lag < LONGEST_LAG; lag++) {
            int i = lag - SHORTEST_LAG;
            if (shares[i] > 0
                    && shares[i] >= NEARLY * best
                    && shares[i] >= shares[i - 1]
                    && shares[i] >= shares[i + 1]) {
                return lag + between(shares[i - 1], shares[i], shares[i + 1]);
            }
        }
        return 0;
    }

    /** Returns the correlation at the last measured period, 0 … 1. */
    float strength() {
        return strength;
    }

    /** Returns where the parabola through a peak and its neighbors is highest, in samples from the peak. */
    private static float between(float before, float peak, float after) {
        float bend = before - 2 * peak + after;
        return bend < 0 ? 0.5f * (before - after) / bend : 0;
    }

    /** Fills the squared normalized correlations and returns the highest. */
    private float correlate() {
        float[] x = recent;
        float[] squares = shares;
        int start = x.length - WINDOW;
        float[] products = correlation.slide(x, start, x, start - LONGEST_LAG);
        float energy = 1f + power(x, start);
        float shifted = 1f + power(x, start - SHORTEST_LAG);
        for (int lag = SHORTEST_LAG; lag <= LONGEST_LAG; lag++) {
            squares[lag - SHORTEST_LAG] = shifted;
            if (lag < LONGEST_LAG) {
                float enters = x[start - lag - 1];
                float leaves = x[x.length - lag - 1];
                shifted = Math.max(1f, shifted + enters * enters - leaves * leaves);
            }
        }
        float best = 0;
        for (int i = 0; i < LAGS; i++) {
            float product = Math.max(0f, products[LAGS - 1 - i]);
            squares[i] = product * product / (energy * squares[i]);
            best = Math.max(best, squares[i]);
        }
        return best;
    }

    private static float power(float[] x, int from) {
        float a = 0;
        float b = 0;
        float c = 0;
        float d = 0;
        for (int i = from; i < from + WINDOW; i += 4) {
            a += x[i] * x[i];
            b += x[i + 1] * x[i + 1];
            c += x[i + 2] * x[i + 2];
            d += x[i + 3] * x[i + 3];
        }
        return (a + b) + (c + d);
    }
}
