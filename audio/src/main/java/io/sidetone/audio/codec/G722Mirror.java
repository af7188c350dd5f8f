package io.sidetone.audio.codec;

import java.util.Arrays;

/**
 * One phase pair of the 24-tap quadrature mirror filter of G.722: it takes two sequences at half the rate and returns
 * their two filtered sums. The encoder splits a signal with it; the decoder joins the halves.
 *
 * <p>The inner loops run over samples, not over taps, so that the compiler vectorizes them.
 */
final class G722Mirror {
    /** The most samples of each sequence in one call. */
    static final int MOST = 160;

    private static final int[] TAPS = {3, -11, 12, 32, -210, 951, 3876, -805, 362, -156, 53, -11};
    private static final int HISTORY = TAPS.length - 1;

    private final int[] evens = new int[HISTORY + MOST];
    private final int[] odds = new int[HISTORY + MOST];

    void reset() {
        Arrays.fill(evens, 0);
        Arrays.fill(odds, 0);
    }

    /** Stores one pair at place {@code at}, from 0 to below {@link #MOST}. */
    void put(int at, int even, int odd) {
        evens[HISTORY + at] = even;
        odds[HISTORY + at] = odd;
    }

    /**
     * Filters the first {@code count} stored pairs: {@code first} from the even, {@code second} from the odd samples.
     */
    void filter(int count, int[] first, int[] second) {
        Arrays.fill(first, 0, count, 0);
        Arrays.fill(second, 0, count, 0);
        for (int tap = 0; tap < TAPS.length; tap++) {
            accumulate(evens, tap, TAPS[tap], first, count);
            accumulate(odds, tap, TAPS[TAPS.length - 1 - tap], second, count);
        }
        System.arraycopy(evens, count, evens, 0, HISTORY);
        System.arraycopy(odds, count, odds, 0, HISTORY);
    }

    private static void accumulate(int[] in, int from, int factor, int[] out, int count) {
        for (int i = 0; i < count; i++) {
            out[i] += in[from + i] * factor;
        }
    }
}
