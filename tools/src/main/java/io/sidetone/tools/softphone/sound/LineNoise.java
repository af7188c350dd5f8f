package io.sidetone.tools.softphone.sound;

import io.sidetone.audio.SampleRate;
import java.util.SplittableRandom;

/**
 * The sound of a telephone whose user is silent: noise at about −70 dBov, two seconds of it in a loop. Digital silence
 * would be easier for a speech detector than any real line.
 */
public final class LineNoise {
    private static final int FRAMES = 100;
    private static final double RMS = 10;

    private final short[] pcm;
    private final int frameSamples;
    private int next;

    /** Creates the noise at {@code sampleRateHz}; the same seed gives the same noise. */
    public LineNoise(long seed, int sampleRateHz) {
        frameSamples = SampleRate.frameSamples(sampleRateHz);
        pcm = new short[FRAMES * frameSamples];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < pcm.length; i++) {
            pcm[i] = (short) Math.round(random.nextGaussian() * RMS);
        }
    }

    /** Writes the next 20 ms of mono PCM16 over the first samples of {@code out}, which the caller owns. */
    public void nextFrame(short[] out) {
        System.arraycopy(pcm, next * frameSamples, out, 0, frameSamples);
        next = (next + 1) % FRAMES;
    }
}
