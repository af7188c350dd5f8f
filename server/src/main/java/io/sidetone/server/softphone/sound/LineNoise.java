package io.sidetone.server.softphone.sound;

import java.util.SplittableRandom;

/**
 * What a telephone sends while nobody speaks: quiet noise at about −70 dBov, two seconds of it in a loop. Digital silence
 * would be kinder to a speech detector than any real line is.
 */
public final class LineNoise {
    private static final int FRAMES = 100;
    private static final double RMS = 10;

    private final short[] pcm = new short[FRAMES * CallerSound.FRAME_SAMPLES];
    private int next;

    /** Makes the noise; the same seed gives the same noise. */
    public LineNoise(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < pcm.length; i++) {
            pcm[i] = (short) Math.round(random.nextGaussian() * RMS);
        }
    }

    /** Writes the next frame over the first {@link CallerSound#FRAME_SAMPLES} samples of {@code out}. */
    public void nextFrame(short[] out) {
        System.arraycopy(pcm, next * CallerSound.FRAME_SAMPLES, out, 0, CallerSound.FRAME_SAMPLES);
        next = (next + 1) % FRAMES;
    }
}
