package io.sidetone.audio.frame;

import io.sidetone.audio.SampleRate;

/**
 * A raised-cosine edge over a fixed number of samples, applied in place to mono PCM16.
 *
 * <p>Fade-in and fade-out of the same length sum to one at every sample, so a cross-fade of equal signals is the
 * signal. Immutable: one instance serves every call of a rate.
 */
public final class Fade {
    private final float[] rising;

    /**
     * Creates an edge of {@code samples} samples.
     *
     * @throws IllegalArgumentException for less than one sample
     */
    public Fade(int samples) {
        if (samples <= 0) {
            throw new IllegalArgumentException(
                    "fade length " + samples + " samples must be positive; give the samples of one frame");
        }
        rising = new float[samples];
        for (int i = 0; i < samples; i++) {
            rising[i] = (float) (0.5 - 0.5 * StrictMath.cos(StrictMath.PI * (i + 0.5) / samples));
        }
    }

    /** Returns an edge of one 20 ms frame at {@code sampleRateHz}. */
    public static Fade ofFrame(int sampleRateHz) {
        return new Fade(SampleRate.frameSamples(sampleRateHz));
    }

    /** Returns the length of the edge in samples. */
    public int samples() {
        return rising.length;
    }

    /** Fades {@link #samples()} samples from {@code off} in, from silence to unchanged. */
    public void fadeIn(short[] pcm, int off) {
        float[] gain = rising;
        for (int i = 0; i < gain.length; i++) {
            pcm[off + i] = (short) (pcm[off + i] * gain[i]);
        }
    }

    /** Fades {@link #samples()} samples from {@code off} out, from unchanged to silence. */
    public void fadeOut(short[] pcm, int off) {
        float[] gain = rising;
        int last = gain.length - 1;
        for (int i = 0; i <= last; i++) {
            pcm[off + i] = (short) (pcm[off + i] * gain[last - i]);
        }
    }
}
