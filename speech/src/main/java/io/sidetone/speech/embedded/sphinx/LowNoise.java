package io.sidetone.speech.embedded.sphinx;

import java.util.Random;

/**
 * Near-silence around an utterance: noise of 3 LSB. Digital zero is avoided, because the feature extraction cannot take
 * its logarithm.
 */
final class LowNoise {
    private static final int SAMPLES = 3_200;
    private static final short[] NOISE = new short[SAMPLES];

    static {
        Random random = new Random(20_0313);
        for (int i = 0; i < SAMPLES; i++) {
            NOISE[i] = (short) Math.round(random.nextGaussian() * 3);
        }
    }

    private LowNoise() {}

    /** Feeds {@code frames} (at most 10) frames of noise to {@code decoder}. */
    static void feed(UtteranceDecoder decoder, int frames) {
        for (int i = 0; i < frames; i++) {
            decoder.process(NOISE, i * 320, 320);
        }
    }
}
