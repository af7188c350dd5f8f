package io.sidetone.audio.frame;

/**
 * Loudness of mono PCM16. 0 dBov is the power of a full-scale square wave (RFC 6464 section 3); a full-scale sine is
 * −3.01 dBov, nominal speech about −26 dBov.
 *
 * <p>Decibels come from a table built with {@link StrictMath}, so every JVM gives the same bits; the error is below
 * 0.001 dB.
 */
public final class Level {
    /** The level of digital silence, and the lowest level. */
    public static final float SILENCE_DBOV = -96f;

    /** A frame is "agent audio" when its RMS is above this. */
    public static final float AGENT_AUDIO_DBOV = -45f;

    private static final float FULL_SCALE_MEAN_SQUARE = 32_768f * 32_768f;
    private static final float AGENT_AUDIO_MEAN_SQUARE =
            (float) (FULL_SCALE_MEAN_SQUARE * StrictMath.pow(10, AGENT_AUDIO_DBOV / 10));

    private static final float DB_PER_OCTAVE = (float) (10 * StrictMath.log10(2));
    private static final int TABLE_BITS = 11;

    /** As many squares as are added in halves without an overflow. */
    private static final int BLOCK_SAMPLES = 16_384;

    private static final float[] MANTISSA_DB = mantissaTable();

    private Level() {}

    /** Returns the mean of the squared samples of mono PCM16, 0 … 2³⁰; 0 for no samples. */
    public static float meanSquare(short[] pcm, int off, int samples) {
        if (samples <= 0) {
            return 0f;
        }
        return (float) squares(pcm, off, samples) / samples;
    }

    /**
     * Returns the mean square about its mean of up to 65,536 samples of mono PCM16: a constant offset of the line does not count; 0 for no
     * samples.
     */
    public static float variance(short[] pcm, int off, int samples) {
        if (samples <= 0) {
            return 0f;
        }
        long sum = 0;
        for (int i = off; i < off + samples; i++) {
            sum += pcm[i];
        }
        return (float) (squares(pcm, off, samples) - sum * sum / samples) / samples;
    }

    /** Returns the sum of the squared samples of mono PCM16. */
    public static long squares(short[] pcm, int off, int samples) {
        long sum = 0;
        for (int from = off; from < off + samples; from += BLOCK_SAMPLES) {
            sum += blockSquares(pcm, from, Math.min(off + samples, from + BLOCK_SAMPLES));
        }
        return sum;
    }

    /** Adds the halves of the squares apart: sums of integers that fit are computed several at a time. */
    private static long blockSquares(short[] pcm, int from, int to) {
        int low = 0;
        int high = 0;
        for (int i = from; i < to; i++) {
            int square = pcm[i] * pcm[i];
            low += square & 0xFFFF;
            high += square >>> 16;
        }
        return ((long) high << 16) + low;
    }

    /** Returns the level of {@code samples} samples of mono PCM16 in dBov, {@link #SILENCE_DBOV} … 0. */
    public static float dbov(short[] pcm, int off, int samples) {
        return dbovOfMeanSquare(meanSquare(pcm, off, samples));
    }

    /** Returns the level in dBov of a mean square in squared PCM16 units, never below {@link #SILENCE_DBOV}. */
    public static float dbovOfMeanSquare(float meanSquare) {
        return Math.max(SILENCE_DBOV, decibels(meanSquare / FULL_SCALE_MEAN_SQUARE));
    }

    /** Returns the mean square in squared PCM16 units of a level in dBov. Control path: not table-driven. */
    public static float meanSquareOfDbov(float dbov) {
        return (float) (FULL_SCALE_MEAN_SQUARE * StrictMath.pow(10, dbov / 10));
    }

    /** Returns whether the RMS of the samples is above {@link #AGENT_AUDIO_DBOV}. */
    public static boolean isAgentAudio(short[] pcm, int off, int samples) {
        return meanSquare(pcm, off, samples) > AGENT_AUDIO_MEAN_SQUARE;
    }

    /** Returns ten times the decimal logarithm of a power ratio; about −380 for zero, subnormals and negatives. */
    public static float decibels(float powerRatio) {
        if (!(powerRatio >= Float.MIN_NORMAL)) {
            return -127 * DB_PER_OCTAVE;
        }
        int bits = Float.floatToRawIntBits(powerRatio);
        int exponent = (bits >>> 23) - 127;
        return exponent * DB_PER_OCTAVE + MANTISSA_DB[bits >>> 23 - TABLE_BITS & (1 << TABLE_BITS) - 1];
    }

    private static float[] mantissaTable() {
        int size = 1 << TABLE_BITS;
        float[] table = new float[size];
        for (int i = 0; i < size; i++) {
            table[i] = (float) (10 * StrictMath.log10(1 + (i + 0.5) / size));
        }
        return table;
    }
}
