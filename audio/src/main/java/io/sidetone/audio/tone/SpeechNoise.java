package io.sidetone.audio.tone;

import java.util.Arrays;

/**
 * Noise with the long-term spectrum of telephone speech (300–3400 Hz, falling 6 dB per octave above 500 Hz) at a
 * constant level: a voice without syllables. The same seed gives the same samples on every JVM.
 *
 * <p>White noise from a 64-bit generator passes a linear-phase filter. The gain follows from the filter, so the level
 * is exact in the long run, and within 1 dB over any 100 ms.
 */
public final class SpeechNoise {
    /** Level of the mock voice. */
    public static final double DEFAULT_DBOV = -20;

    private static final int BLOCK = 160;
    private static final double TAP_SPACING_HZ = 100;

    private final WhiteNoise noise;
    private final float[] taps;
    private final float[] white;
    private final float[] block = new float[BLOCK];

    /** Creates mono noise at {@code sampleRateHz} and {@link #DEFAULT_DBOV}. */
    public SpeechNoise(int sampleRateHz, long seed) {
        this(sampleRateHz, seed, DEFAULT_DBOV);
    }

    /** Creates mono noise at {@code sampleRateHz} whose RMS is {@code levelDbov}. */
    public SpeechNoise(int sampleRateHz, long seed, double levelDbov) {
        if (sampleRateHz < 8_000) {
            throw new IllegalArgumentException(
                    "speech noise at " + sampleRateHz + " Hz cannot hold 3400 Hz; the rate must be at least 8000 Hz");
        }
        noise = new WhiteNoise(seed);
        taps = design(sampleRateHz, levelDbov);
        white = new float[taps.length - 1 + BLOCK];
        reset();
    }

    /** Writes the next {@code samples} samples of mono PCM16 over the content of {@code out}, which the caller owns. */
    public void fill(short[] out, int off, int samples) {
        int done = 0;
        while (done < samples) {
            int count = Math.min(BLOCK, samples - done);
            filter(count);
            for (int i = 0; i < count; i++) {
                int sample = Math.round(block[i]);
                out[off + done + i] = (short) Math.max(-32_768, Math.min(32_767, sample));
            }
            done += count;
        }
    }

    /** Starts again from the seed: the same samples follow. */
    public void reset() {
        noise.reset();
        for (int i = 0; i < taps.length - 1; i++) {
            white[i] = noise.next();
        }
    }

    private void filter(int count) {
        int history = taps.length - 1;
        for (int i = 0; i < count; i++) {
            white[history + i] = noise.next();
        }
        Arrays.fill(block, 0, count, 0f);
        for (int tap = 0; tap < taps.length; tap++) {
            float weight = taps[tap];
            for (int i = 0; i < count; i++) {
                block[i] += weight * white[tap + i];
            }
        }
        System.arraycopy(white, count, white, 0, history);
    }

    private static float[] design(int sampleRateHz, double levelDbov) {
        int half = (int) (sampleRateHz / TAP_SPACING_HZ / 2);
        double[] shape = new double[2 * half + 1];
        double energy = 0;
        for (int n = -half; n <= half; n++) {
            double sum = 0;
            for (int bin = 0; bin <= half; bin++) {
                double frequencyHz = bin * (double) sampleRateHz / (2 * half);
                sum += gainAt(frequencyHz) * StrictMath.cos(StrictMath.PI * bin * n / half);
            }
            double window = 0.5 + 0.5 * StrictMath.cos(StrictMath.PI * n / (half + 1.0));
            shape[n + half] = sum * window;
            energy += shape[n + half] * shape[n + half];
        }
        double rms = 32_768 * StrictMath.pow(10, levelDbov / 20);
        double scale = rms / StrictMath.sqrt(energy * WhiteNoise.VARIANCE);
        float[] taps = new float[shape.length];
        for (int i = 0; i < taps.length; i++) {
            taps[i] = (float) (shape[i] * scale);
        }
        return taps;
    }

    private static double gainAt(double frequencyHz) {
        if (frequencyHz < 300 || frequencyHz > 3_400) {
            return 0;
        }
        return frequencyHz <= 500 ? 1 : 500 / frequencyHz;
    }
}
