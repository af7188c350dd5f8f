package io.sidetone.core.lane;

import io.sidetone.core.metrics.DurationRecorder;

/**
 * Times at which a lane's ticks are due: one every 5 ms, on absolute deadlines, while the lane has work and for a second after. The lane
 * keeps this time itself, between its events: no other thread has to wake it. Lane thread only, but for {@link #lateness}.
 */
final class Pace {
    static final long TICK_NS = 5_000_000L;

    /** So long after its last call a lane may still have something to send. */
    static final long LINGER_NS = 1_000_000_000L;

    /** Ticks further behind than this are not published one by one: the lane skips their frames anyway. */
    private static final long MAX_BEHIND_NS = 100_000_000L;

    private static final int PHASES = 4;

    private final Paced paced;
    private final DurationRecorder lateness = new DurationRecorder();
    private boolean resting = true;
    private long number;
    private long deadlineNs;
    private long busyNs;

    Pace(Paced paced) {
        this.paced = paced;
    }

    /** A lane, as its pace sees it. */
    interface Paced {
        /** Returns whether it wants ticks. */
        boolean atWork();

        /** Takes tick {@code number}, which was due at {@code deadlineNs}. */
        void tick(long number, long deadlineNs, long nowNs);
    }

    /**
     * Publishes what is due at {@code nowNs}.
     *
     * @param restNs the answer while the lane wants no ticks
     * @return for how long nothing is due, in ns; above zero
     */
    long step(long nowNs, long restNs) {
        if (paced.atWork()) {
            busyNs = nowNs;
            if (resting) {
                resting = false;
                deadlineNs = nowNs;
            }
        } else if (resting || nowNs - busyNs > LINGER_NS) {
            resting = true;
            return restNs;
        }
        if (nowNs - deadlineNs > MAX_BEHIND_NS) {
            lateness.record(nowNs - deadlineNs);
            long behind = (nowNs - deadlineNs) / TICK_NS & -PHASES;
            number += behind;
            deadlineNs += behind * TICK_NS;
        }
        for (; nowNs - deadlineNs >= 0; deadlineNs += TICK_NS) {
            lateness.record(nowNs - deadlineNs);
            paced.tick(number++, deadlineNs, nowNs);
        }
        return deadlineNs - nowNs;
    }

    /** Returns how late ticks were published. Any thread reads. */
    DurationRecorder lateness() {
        return lateness;
    }
}
