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

    /** How many samples {@link #peak} looks at. */
    static final int ROOM = WINDOW + LONGEST_LAG;

    /** The last two frames. */
    private final float[][] frames = new float[2][FRAME];

    private int newest;
    private int bestLag;

    /** Returns what {@link #peak} needs; it remembers nothing. */
    static Correlation correlation() {
        return new Correlation(WINDOW, LONGEST_LAG - SHORTEST_LAG + 1);
    }

    /** Adds a frame to the history. */
    void add(float[] lowHalf) {
        newest ^= 1;
        System.arraycopy(lowHalf, 0, frames[newest], 0, FRAME);
    }

    /**
     * Returns the strongest correlation at a pitch lag, 0 … 1.
     *
     * @param x room for {@value #ROOM} samples; what is in it is of no use
     * @param correlation one of {@link #correlation()}
     */
    float peak(float[] x, Correlation correlation) {
        System.arraycopy(frames[newest ^ 1], FRAME - LONGEST_LAG, x, 0, LONGEST_LAG);
        System.arraycopy(frames[newest], 0, x, LONGEST_LAG, FRAME);
        int start = ROOM - WINDOW;
        int end = ROOM;
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
        Arrays.fill(frames[0], 0f);
        Arrays.fill(frames[1], 0f);
        bestLag = 0;
    }
}
