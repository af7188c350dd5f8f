package io.sidetone.audio.vad;

import java.util.Arrays;

/**
 * Minimum statistics (Martin 2001) of each band: the noise level is the level of the quietest moment of the last 1.9 s,
 * kept as minima of twelve parts, plus a bias, because a minimum is below the mean. It falls at once and rises slowly.
 */
final class NoiseFloors {
    private static final int PARTS = 12;
    private static final int PART_FRAMES = 8;

    /** After so many frames of the lowest level, every floor is what it is after any number of them. */
    static final int QUIET_FRAMES = (PARTS + 2) * PART_FRAMES;

    private static final float SMOOTHING = 0.15f;

    /** The level of a quieter band. */
    private static final float LOWEST_DBOV = -72f;

    private static final float BIAS_DB = 5f;
    private static final float RISE_DB = 0.15f;

    /** A floor rises slowly from this level: speech from the first frame on is not noise. */
    private static final float START_DBOV = -50f;

    /** The minimum of few frames is uncertain; the bias is higher at first and falls over these frames. */
    private static final int EARLY_FRAMES = 25;

    private static final float EARLY_BIAS_DB = 8f;

    private final int bands;

    // One array of each for all bands: a frame finds what it needs in few places.
    private final float[] smoothed;
    private final float[] partMinima;
    private final float[] olderMinima;
    private final float[] levels;

    /** Minima of the parts, the bands of a part side by side. */
    private final float[] minima;

    private int part;
    private int partFrames;
    private int seen;

    NoiseFloors(int bands) {
        this.bands = bands;
        smoothed = new float[bands];
        partMinima = new float[bands];
        olderMinima = new float[bands];
        levels = new float[bands];
        minima = new float[PARTS * bands];
        reset();
    }

    /** Takes the levels of one frame and returns the tracked noise levels, both in dBov; valid until the next. */
    float[] update(float[] dbov) {
        partFrames++;
        for (int band = 0; band < bands; band++) {
            float in = Math.max(dbov[band], LOWEST_DBOV);
            smoothed[band] = seen > 0 ? smoothed[band] + SMOOTHING * (in - smoothed[band]) : in;
            partMinima[band] = Math.min(partMinima[band], smoothed[band]);
        }
        if (partFrames == PART_FRAMES) {
            endPart();
        }
        float earlyDb = seen < EARLY_FRAMES ? EARLY_BIAS_DB * (EARLY_FRAMES - seen) / EARLY_FRAMES : 0;
        seen = Math.min(seen + 1, EARLY_FRAMES);
        for (int band = 0; band < bands; band++) {
            float target = Math.min(partMinima[band], olderMinima[band]) + BIAS_DB + earlyDb;
            levels[band] = Math.min(target, levels[band] + RISE_DB);
        }
        return levels;
    }

    private void endPart() {
        System.arraycopy(partMinima, 0, minima, part * bands, bands);
        part = (part + 1) % PARTS;
        partFrames = 0;
        System.arraycopy(smoothed, 0, partMinima, 0, bands);
        System.arraycopy(minima, 0, olderMinima, 0, bands);
        for (int i = bands; i < minima.length; i++) {
            olderMinima[i % bands] = Math.min(olderMinima[i % bands], minima[i]);
        }
    }

    /** Returns the tracked noise levels in dBov; valid until the next frame. */
    float[] levelsDbov() {
        return levels;
    }

    void reset() {
        Arrays.fill(minima, Float.MAX_VALUE);
        Arrays.fill(partMinima, Float.MAX_VALUE);
        Arrays.fill(olderMinima, Float.MAX_VALUE);
        Arrays.fill(smoothed, 0f);
        Arrays.fill(levels, START_DBOV);
        part = 0;
        partFrames = 0;
        seen = 0;
    }
}
