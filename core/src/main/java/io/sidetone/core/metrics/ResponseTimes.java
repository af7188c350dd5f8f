package io.sidetone.core.metrics;

import java.util.Arrays;

/** Times for which the caller of one call waited for each response, in ms. One thread; allocates nothing. */
public final class ResponseTimes {
    private static final int KEPT = 64;

    private final long[] lastMs = new long[KEPT];
    private final long[] sorted = new long[KEPT];
    private int count;
    private long newestMs;
    private long worstMs;

    /** Adds a response. */
    public void add(long ms) {
        newestMs = ms;
        worstMs = Math.max(worstMs, ms);
        lastMs[count++ % KEPT] = ms;
    }

    /** The last one, or 0. */
    public long newestMs() {
        return newestMs;
    }

    /** The longest one, or 0. */
    public long worstMs() {
        return worstMs;
    }

    /** 95 of 100 are at most this, over the last {@value #KEPT}; 0 when there is none. */
    public long p95Ms() {
        int n = Math.min(count, KEPT);
        if (n == 0) {
            return 0;
        }
        System.arraycopy(lastMs, 0, sorted, 0, n);
        Arrays.sort(sorted, 0, n);
        return sorted[(n * 95 + 99) / 100 - 1];
    }
}
