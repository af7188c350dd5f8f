package io.sidetone.speech.deepgram;

/** Counts how often the service may still be asked to finish its text: a fixed number in any 60 s. Event loop only. */
final class FlushBudget {
    private static final long WINDOW_NS = 60_000_000_000L;

    private final long[] takenNs;
    private long taken;
    private long shutUntilNs;
    private boolean shut;

    FlushBudget(int perMinute) {
        this.takenNs = new long[perMinute];
    }

    /** Returns how many were used in the 60 s before {@code nowNs}. */
    int used(long nowNs) {
        if (shut && nowNs - shutUntilNs < 0) {
            return takenNs.length;
        }
        shut = false;
        int used = 0;
        for (int i = 0; i < Math.min(taken, takenNs.length); i++) {
            used += nowNs - takenNs[i] < WINDOW_NS ? 1 : 0;
        }
        return used;
    }

    /** Returns whether more than half are used. */
    boolean scarce(long nowNs) {
        return used(nowNs) > takenNs.length / 2;
    }

    /** Uses one; returns false if none is left. */
    boolean take(long nowNs) {
        if (used(nowNs) >= takenNs.length) {
            return false;
        }
        takenNs[(int) (taken++ % takenNs.length)] = nowNs;
        return true;
    }

    /** The service reports that none is left, whatever this side counted. */
    void shut(long untilNs) {
        shut = true;
        shutUntilNs = untilNs;
    }

    /** Returns the time until one is available. */
    long waitNs(long nowNs) {
        if (used(nowNs) < takenNs.length) {
            return 0;
        }
        if (shut) {
            return shutUntilNs - nowNs;
        }
        return Math.max(0, takenNs[(int) (taken % takenNs.length)] + WINDOW_NS - nowNs);
    }
}
