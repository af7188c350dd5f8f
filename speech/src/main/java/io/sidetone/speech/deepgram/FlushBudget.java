package io.sidetone.speech.deepgram;

/** How often the service may still be asked to finish what it has: so many times in any 60 s. Event loop only. */
final class FlushBudget {
    private static final long WINDOW_NS = 60_000_000_000L;

    private final long[] takenNs;
    private long taken;
    private long shutUntilNs;
    private boolean shut;

    FlushBudget(int perMinute) {
        this.takenNs = new long[perMinute];
    }

    /** How many are used up at {@code nowNs}. */
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

    /** Whether it is time to be sparing: more than half are used up. */
    boolean scarce(long nowNs) {
        return used(nowNs) > takenNs.length / 2;
    }

    /** Uses one up; false if there is none left. */
    boolean take(long nowNs) {
        if (used(nowNs) >= takenNs.length) {
            return false;
        }
        takenNs[(int) (taken++ % takenNs.length)] = nowNs;
        return true;
    }

    /** The service says there is none left, whatever we counted. */
    void shut(long untilNs) {
        shut = true;
        shutUntilNs = untilNs;
    }

    /** How long until there is one. */
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
