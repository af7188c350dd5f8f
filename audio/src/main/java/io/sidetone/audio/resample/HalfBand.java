package io.sidetone.audio.resample;

import io.sidetone.audio.filter.KaiserSinc;

/**
 * The low-pass at half the band that doubling and halving share. Every second tap is zero but the middle one, which is one
 * half: of each pair of samples one is only delayed. 40 taps remain: 0.0004 dB of ripple to 0.425 of the lower rate, 92 dB
 * from 0.575 of it on.
 */
final class HalfBand {
    static final int TAPS = 40;

    /** How much later than the newest sample the middle is, in samples of the lower rate. */
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

    /** Returns the taps that are not the middle one, as a bank of one phase and one stream, with sum {@code gain}. */
    static float[][][] taps(double gain) {
        return new float[][][] {{KaiserSinc.normalized(BETWEEN, gain)}};
    }
}
