package io.sidetone.audio.echo;

import java.util.Arrays;

/**
 * The echo that is left after cancelling, per band: the filter's estimate, but at least the usual share of such a line.
 * That share is a quantile of the remaining echo, tracked in steps: distortion and coding leave a rest that no linear
 * filter removes.
 */
final class EchoRest {
    /** Edges of the bands of {@link EchoCanceller#echoShares()} in bins of 15.6 Hz. */
    private static final int[] EDGES = {5, 16, 32, 64, 128, 192, 256};

    private static final int BANDS = EDGES.length - 1;

    /** −10, 0 and −25 dB. */
    private static final float FIRST_LEAK = 1f;

    private static final float MOST_LEAK = 1f;
    private static final float LEAST_LEAK = 0.003f;

    /** Steps of +0.24 and −0.06 dB: in four frames of five the rest is lower. */
    private static final float UP = 1.0568f;

    private static final float DOWN = 0.9863f;

    /** An echo that is a smaller part of the frame than this is not learned from. */
    private static final float LEAST_PART = 0.05f;

    /** Power of the quantizing noise in a band. */
    private static final float QUANTIZING_POWER = 1e6f;

    private final EchoFilter filter;
    private final float[] leaks = new float[BANDS];
    private final float[] shares = new float[BANDS];

    EchoRest(EchoFilter filter) {
        this.filter = filter;
    }

    void begin() {
        Arrays.fill(leaks, FIRST_LEAK);
        measure();
    }

    void measure() {
        for (int band = 0; band < BANDS; band++) {
            float error = filter.errorPower(EDGES[band], EDGES[band + 1]) + 1;
            float echo = filter.echoPower(EDGES[band], EDGES[band + 1]);
            float doubted = filter.residualPower(EDGES[band], EDGES[band + 1]);
            if (echo > LEAST_PART * error && echo > QUANTIZING_POWER) {
                float leak = leaks[band] * (error > leaks[band] * echo ? UP : DOWN);
                leaks[band] = Math.max(LEAST_LEAK, Math.min(MOST_LEAK, leak));
            }
            shares[band] = Math.max(doubted, leaks[band] * echo) / error;
        }
    }

    /** Marks the whole last frame as possible echo. */
    void unknown() {
        Arrays.fill(shares, 1f);
    }

    float[] shares() {
        return shares;
    }
}
