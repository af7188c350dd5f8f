package io.sidetone.tools.softphone.wire;

import java.util.Arrays;

/** Log of how late each deadline was met. One thread adds; other threads read after that thread has ended. */
public final class LatenessLog {
    private static final int AT_FIRST = 4_096;

    private long[] latenessNs = new long[AT_FIRST];
    private int size;

    /** Adds one deadline. */
    public void add(long ns) {
        if (size == latenessNs.length) {
            latenessNs = Arrays.copyOf(latenessNs, 2 * size);
        }
        latenessNs[size++] = ns;
    }

    /** Returns every lateness in nanoseconds, in the order of the deadlines. */
    public long[] valuesNs() {
        return Arrays.copyOf(latenessNs, size);
    }
}
