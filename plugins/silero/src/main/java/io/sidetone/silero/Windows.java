package io.sidetone.silero;

import io.sidetone.audio.SampleRate;

/** Sizes that the network was trained with. */
final class Windows {
    /** Samples of a window in milliseconds; the rates differ in samples only. */
    static final int MS = 32;

    /** Numbers that the network remembers of a call, in each of its two layers. */
    static final int STATE = 128;

    static final int LAYERS = 2;

    private Windows() {}

    /** New samples of one window: 256 at 8 kHz, 512 at 16 kHz. */
    static int samples(int rateHz) {
        return rateHz / 1_000 * MS;
    }

    /** Samples of the window before that are put in front: 32 at 8 kHz, 64 at 16 kHz. */
    static int context(int rateHz) {
        return samples(rateHz) / 8;
    }

    /** Returns what the network is given for one window. */
    static int width(int rateHz) {
        return context(rateHz) + samples(rateHz);
    }

    /** Returns whether the network was trained at {@code rateHz}. */
    static boolean knows(int rateHz) {
        return rateHz == SampleRate.NARROWBAND_HZ || rateHz == SampleRate.WIDEBAND_HZ;
    }

    /**
     * Returns the score of a probability: calls take 0.7 for speech, the network 0.5. In between a straight line on either
     * side, so that order is kept and nothing but the scale changes.
     */
    static float score(float probability) {
        return probability <= 0.5f ? 1.4f * probability : Math.min(1, 0.7f + 0.6f * (probability - 0.5f));
    }
}
