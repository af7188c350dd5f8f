package io.sidetone.audio.vad;

import java.util.Arrays;

/**
 * Minimum statistics (Martin 2001): the noise is as loud as the quietest moment of the last 1.9 s, kept as minima of
 * twelve parts. Falls at once, rises slowly.
 */
final class NoiseFloor {
    private static final int PARTS = 12;
    private static final int PART_FRAMES = 8;
    private static final float LOWEST_DBOV = -66f;
    private static final float BIAS_DB = 2f;
    private static final float RISE_DB = 0.15f;
    private static final float START_DBOV = -50f;

    private final float[] minima = new float[PARTS];
    private float smoothed;
    private float partMinimum;
    private float level;
    private int part;
    private int frame;
    private boolean started;

    NoiseFloor() {
        reset();
    }

    float update(float dbov) {
        float in = Math.max(dbov, LOWEST_DBOV);
        smoothed = started ? 0.75f * smoothed + 0.25f * in : in;
        started = true;
        partMinimum = Math.min(partMinimum, smoothed);
        frame++;
        if (frame == PART_FRAMES) {
            minima[part] = partMinimum;
            part = (part + 1) % PARTS;
            partMinimum = Float.MAX_VALUE;
            frame = 0;
        }
        float minimum = partMinimum;
        for (float candidate : minima) {
            minimum = Math.min(minimum, candidate);
        }
        float target = minimum + BIAS_DB;
        level = target < level ? target : Math.min(target, level + RISE_DB);
        return level;
    }

    float levelDbov() {
        return level;
    }

    void reset() {
        Arrays.fill(minima, Float.MAX_VALUE);
        partMinimum = Float.MAX_VALUE;
        level = START_DBOV;
        part = 0;
        frame = 0;
        started = false;
    }
}
