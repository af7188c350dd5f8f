package io.sidetone.audio.resample;

import io.sidetone.audio.filter.KaiserSinc;

/**
 * The half-band low-pass that doubling and halving share. Every second tap is zero except the middle one, which is one
 * half: one sample of each pair is only delayed. The other 40 taps give 0.0004 dB of ripple up to 0.425 of the lower
 * rate, and 92 dB of attenuation from 0.575 of it.
 */
final class HalfBand {
    static final int TAPS = 40;

    /** The delay of the middle tap behind the newest sample, in samples of the lower rate. */
    static final int CENTER = TAPS / 2 - 1;

    private static final double[] BETWEEN = between();

    private HalfBand() {}

    private static double[] between() {
        double[] all = KaiserSinc.lowPass(2 * TAPS - 1, 0.25, KaiserSinc.BETA);
        double[] between = new double[TAPS];
        for (int i = 0; i < TAPS; i++) {
            between[i] = all[2 * i];
        }
        return between;
    }

    /** Returns all taps except the middle one, as a bank of one phase and one stream, with sum {@code gain}. */
    static float[][][] taps(double gain) {
        return new float[][][] {{KaiserSinc.normalized(BETWEEN, gain)}};
    }
}
