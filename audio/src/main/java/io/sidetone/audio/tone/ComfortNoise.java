package io.sidetone.audio.tone;

import java.util.Arrays;

/**
 * The background noise that a comfort noise payload describes (RFC 3389): a level and, optionally, the reflection
 * coefficients of an all-pole filter.
 *
 * <p>White noise from a seed passes the filter in lattice form, with the gain that gives the output its level. The
 * coefficients have the sign of the reference decoders: the first is minus the correlation of neighboring samples, so
 * low-frequency noise has a negative one. The same seed and payloads give the same samples on every JVM. One thread;
 * nothing is allocated after creation.
 */
public final class ComfortNoise {
    /** The most coefficients that are used; a sender may send more. */
    public static final int MAX_ORDER = 12;

    /** The highest level: louder noise is no background noise, so a louder payload gets this level. */
    public static final int LOUDEST_DBOV = -30;

    private static final int LEVELS = 128;

    /**
     * A filter that leaves less than −40 dB of the noise is no valid description; its further coefficients are ignored.
     */
    private static final float LEAST_LOSS = 1e-4f;

    /** Keeps poles off the unit circle, where noise becomes a tone. */
    private static final float HIGHEST_COEFFICIENT = 0.98f;

    /**
     * The level approaches a new one with a time constant of this many samples: this avoids a step, and a beginning
     * like a voice's.
     */
    private static final float LEVEL_SAMPLES = 512f;

    private static final float[] RMS = rmsTable();

    private final WhiteNoise white;
    private final float[] coefficients = new float[MAX_ORDER];
    private final float[] backward = new float[MAX_ORDER];
    private int order;
    private float filterGain = 1;
    private float targetRms;
    private float rms;

    /** Creates noise that is silent until the first payload. */
    public ComfortNoise(long seed) {
        white = new WhiteNoise(seed);
    }

    /**
     * Takes a payload: the following noise has its level and filter.
     *
     * @return false if the payload is empty or has an invalid level (above 127); then nothing changes
     */
    public boolean describe(byte[] payload, int off, int length) {
        if (length < 1 || payload[off] < 0) {
            return false;
        }
        int given = 0;
        boolean changed = false;
        float loss = 1;
        while (given < Math.min(MAX_ORDER, length - 1)) {
            float coefficient = 258f * ((payload[off + 1 + given] & 0xFF) - 127) / 32_768f;
            coefficient = Math.max(-HIGHEST_COEFFICIENT, Math.min(HIGHEST_COEFFICIENT, coefficient));
            float left = loss * (1 - coefficient * coefficient);
            if (left < LEAST_LOSS) {
                break;
            }
            loss = left;
            changed |= coefficient != coefficients[given];
            coefficients[given++] = coefficient;
        }
        changed |= given != order;
        if (changed) {
            // The state of one filter can be far too loud for another.
            Arrays.fill(backward, 0f);
        }
        order = given;
        filterGain = (float) Math.sqrt(loss);
        targetRms = RMS[Math.max(payload[off], -LOUDEST_DBOV)];
        return true;
    }

    /**
     * Writes the next {@code samples} samples of mono PCM16, at any rate, over the content of {@code out}, which the
     * caller owns.
     */
    public void fill(short[] out, int off, int samples) {
        for (int n = 0; n < samples; n++) {
            rms += (targetRms - rms) / LEVEL_SAMPLES;
            float forward = rms * filterGain * white.next();
            for (int i = order - 1; i >= 0; i--) {
                forward -= coefficients[i] * backward[i];
                if (i + 1 < order) {
                    backward[i + 1] = backward[i] + coefficients[i] * forward;
                }
            }
            if (order > 0) {
                backward[0] = forward;
            }
            out[off + n] = (short) Math.max(-32_768, Math.min(32_767, Math.round(forward)));
        }
    }

    /** Forgets the payload and starts again from the seed. */
    public void reset() {
        white.reset();
        Arrays.fill(backward, 0f);
        order = 0;
        targetRms = 0;
        rms = 0;
    }

    private static float[] rmsTable() {
        float[] table = new float[LEVELS];
        for (int level = 0; level < LEVELS; level++) {
            table[level] = (float) (32_768 * StrictMath.pow(10, -level / 20.0) / StrictMath.sqrt(WhiteNoise.VARIANCE));
        }
        return table;
    }
}
