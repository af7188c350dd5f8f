package io.sidetone.audio.vad;

import java.util.Arrays;

/**
 * The features of a frame, of the three before it and of the last seconds, as numbers of about one: the input of {@link
 * SpeechModel}. Levels are relative to floors and to each other, so that loud and quiet callers look alike. Voices
 * change with each syllable; music and machines do not.
 */
final class SpeechFeatures {
    private static final int BANDS = Bands.COUNT;
    private static final int SHAPE = BANDS;
    private static final int PITCH = 2 * BANDS;
    private static final int STEADY_PITCH = PITCH + 1;
    private static final int TONE = PITCH + 2;
    private static final int CREST = PITCH + 3;
    private static final int LEVEL = PITCH + 4;
    private static final int SNR = PITCH + 5;
    private static final int FLUX = PITCH + 6;
    private static final int HISTORY = PITCH + 7;
    private static final int HISTORY_FRAMES = 3;

    /** Kept of each earlier frame: SNR per band, pitch, flux. */
    private static final int REMEMBERED = BANDS + 2;

    private static final int SLOW = HISTORY + REMEMBERED * HISTORY_FRAMES;

    /** The number of features of a frame. */
    static final int COUNT = SLOW + 12;

    private static final float STEADY_LAG = 2;

    // What the noise of a line at its smallest steps measures, white or pink, at 8 and at 16 kHz.
    private static final float IDLE_ABOVE = -0.5f;
    private static final float IDLE_FLUX = 0.16f;
    private static final float IDLE_CHANGE = 0.06f;
    private static final float IDLE_DEVIATION = 0.11f;
    private static final float IDLE_CREST = 0.55f;
    private static final float IDLE_DBOV = -70;

    /** Number of frames, 8 s, before which nothing has a part in the slowest feature. */
    static final int REMEMBERED_FRAMES = 400;

    private final float[] values = new float[COUNT];
    private final float[] lastLevels = new float[BANDS];
    private final float[] usualShape = new float[BANDS];
    private int lastLag;
    private float usualLevel;
    private boolean begun;

    /**
     * Adds a frame.
     *
     * @param near bands of the frame, levels in dBov
     * @param floors floors of the levels, dBov
     * @param pitch periodicity, 0 … 1
     * @param lag lag of the best periodicity, samples at 4 kHz
     * @param toneShare share of its energy that is not a steady tone
     * @param maskDb how far the echo raises the floors, mean of the bands
     * @param agentSpeaks whether an echo may return
     */
    float[] add(Bands near, float[] floors, float pitch, int lag, float toneShare, float maskDb, boolean agentSpeaks) {
        remember();
        float[] levels = near.levelsDbov();
        float snr = 0;
        float mean = 0;
        for (int band = 0; band < BANDS; band++) {
            float above = clip((levels[band] - floors[band]) / 10, -0.5f, 3);
            values[band] = above;
            snr += Math.max(0, above) / BANDS;
            mean += levels[band] / BANDS;
        }
        float flux = 0;
        float deviation = 0;
        for (int band = 0; band < BANDS; band++) {
            float shape = clip((levels[band] - mean) / 10, -3, 3);
            values[SHAPE + band] = shape;
            flux += Math.abs(levels[band] - lastLevels[band]) / 60;
            lastLevels[band] = levels[band];
            deviation += begun ? Math.abs(shape - usualShape[band]) / BANDS : 0;
            usualShape[band] += begun ? (shape - usualShape[band]) / 50 : shape;
        }
        flux = begun ? Math.min(flux, 2) : 0;
        values[PITCH] = pitch;
        smooth(STEADY_PITCH, Math.abs(lag - lastLag) <= STEADY_LAG ? 1 : 0, 0.3f);
        lastLag = lag;
        values[TONE] = (float) Math.sqrt(Math.min(1, toneShare));
        values[CREST] = Math.min(near.crest() / 5, 3);
        values[LEVEL] = level(near.totalDbov());
        values[SNR] = snr;
        values[FLUX] = flux;
        addSlow(snr, pitch, flux);
        float totalDbov = near.totalDbov();
        usualLevel = begun ? usualLevel + 0.013f * (totalDbov - usualLevel) : totalDbov;
        smooth(SLOW + 8, Math.min(3, Math.abs(totalDbov - usualLevel) / 10), 0.013f);
        values[SLOW + 7] = deviation;
        values[SLOW + 10] = Math.min(maskDb / 10, 3);
        values[SLOW + 11] = agentSpeaks ? 1 : 0;
        begun = true;
        return values;
    }

    /** Adds {@code frames} frames of a line that idles, without looking at them. */
    void addIdle(int frames) {
        for (int i = Math.min(frames, 1 + HISTORY_FRAMES); i > 0; i--) {
            remember();
            Arrays.fill(values, 0, SHAPE, IDLE_ABOVE);
            values[PITCH] = 0;
            values[FLUX] = IDLE_FLUX;
        }
        for (int i = 0; i < frames; i++) {
            addSlow(0, 0, IDLE_FLUX);
            usualLevel += 0.013f * (IDLE_DBOV - usualLevel);
            smooth(SLOW + 8, IDLE_CHANGE, 0.013f);
            for (int band = 0; band < BANDS; band++) {
                usualShape[band] -= usualShape[band] / 50;
            }
        }
        Arrays.fill(values, SHAPE, PITCH, 0);
        values[TONE] = 1;
        values[CREST] = IDLE_CREST;
        values[LEVEL] = level(IDLE_DBOV);
        values[SNR] = 0;
        values[SLOW + 7] = IDLE_DEVIATION;
        values[SLOW + 10] = 0;
        Arrays.fill(lastLevels, Hush.BAND_DBOV);
    }

    private void remember() {
        for (int frame = HISTORY_FRAMES - 1; frame > 0; frame--) {
            int to = HISTORY + REMEMBERED * frame;
            System.arraycopy(values, to - REMEMBERED, values, to, REMEMBERED);
        }
        System.arraycopy(values, 0, values, HISTORY, BANDS);
        values[HISTORY + BANDS] = values[PITCH];
        values[HISTORY + BANDS + 1] = values[FLUX];
    }

    private void addSlow(float snr, float pitch, float flux) {
        smooth(SLOW, snr, 0.2f);
        smooth(SLOW + 1, snr, 0.06f);
        smooth(SLOW + 2, snr, 0.013f);
        smooth(SLOW + 3, pitch, 0.2f);
        smooth(SLOW + 4, pitch, 0.02f);
        smooth(SLOW + 5, flux, 0.06f);
        smooth(SLOW + 6, flux, 0.013f);
        smooth(SLOW + 9, snr > 0.5f ? 1 : 0, 0.013f);
    }

    private void smooth(int index, float value, float share) {
        values[index] += share * (value - values[index]);
    }

    private static float level(float dbov) {
        return clip((dbov + 40) / 20, -2, 2);
    }

    private static float clip(float x, float low, float high) {
        return Math.max(low, Math.min(high, x));
    }

    float[] values() {
        return values;
    }

    void reset() {
        Arrays.fill(values, 0);
        Arrays.fill(lastLevels, 0);
        Arrays.fill(usualShape, 0);
        lastLag = 0;
        usualLevel = 0;
        begun = false;
    }
}
