package io.sidetone.audio.vad;

import java.util.Arrays;

/**
 * Minimum statistics (Martin 2001) of one band: the noise level is the level of the quietest moment of the last 1.9 s,
 * kept as minima of twelve parts, plus a bias, because a minimum is below the mean. It falls at once and rises slowly.
 */
final class NoiseFloor {
    private static final int PARTS = 12;
    private static final int PART_FRAMES = 8;
    private static final float SMOOTHING = 0.15f;
    private static final float LOWEST_DBOV = -72f;
    private static final float BIAS_DB = 5f;
    private static final float RISE_DB = 0.15f;

    /** The floor rises slowly from this level: speech from the first frame on is not noise. */
    private static final float START_DBOV = -50f;

    /** The minimum of few frames is uncertain; the bias is higher at first and falls over these frames. */
    private static final int EARLY_FRAMES = 25;

    private static final float EARLY_BIAS_DB = 8f;

    private final float[] minima = new float[PARTS];
    private float smoothed;
    private float partMinimum;
    private float olderMinimum;
    private float level;
    private int part;
    private int partFrames;
    private int seen;

    NoiseFloor() {
        reset();
    }

    /** Takes the level of one frame and returns the tracked noise level. */
    float update(float dbov) {
        float in = Math.max(dbov, LOWEST_DBOV);
        smoothed = seen > 0 ? smoothed + SMOOTHING * (in - smoothed) : in;
        partMinimum = Math.min(partMinimum, smoothed);
        partFrames++;
        if (partFrames == PART_FRAMES) {
            endPart();
        }
        float target = Math.min(partMinimum, olderMinimum) + BIAS_DB;
        if (seen < EARLY_FRAMES) {
            target += EARLY_BIAS_DB * (EARLY_FRAMES - seen) / EARLY_FRAMES;
            seen++;
        }
        level = Math.min(target, level + RISE_DB);
        return level;
    }

    private void endPart() {
        minima[part] = partMinimum;
        part = (part + 1) % PARTS;
        partMinimum = smoothed;
        partFrames = 0;
        olderMinimum = minima[0];
        for (float minimum : minima) {
            olderMinimum = Math.min(olderMinimum, minimum);
        }
    }

    float levelDbov() {
        return level;
    }

    void reset() {
        Arrays.fill(minima, Float.MAX_VALUE);
        partMinimum = Float.MAX_VALUE;
        olderMinimum = Float.MAX_VALUE;
        smoothed = 0;
        level = START_DBOV;
        part = 0;
        partFrames = 0;
        seen = 0;
    }
}
