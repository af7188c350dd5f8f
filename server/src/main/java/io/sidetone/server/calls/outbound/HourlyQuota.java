package io.sidetone.server.calls.outbound;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** So many within any window of time. Thread-safe. */
final class HourlyQuota {
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);

    private final Deque<Long> takenNs = new ArrayDeque<>();

    /** Takes one, unless {@code most} were taken in the hour before {@code nowNs}; returns 0, or for how long to wait, in ns. */
    synchronized long take(int most, long nowNs) {
        while (!takenNs.isEmpty() && nowNs - takenNs.peek() >= HOUR_NS) {
            takenNs.poll();
        }
        if (takenNs.size() >= most) {
            return takenNs.peek() + HOUR_NS - nowNs;
        }
        takenNs.add(nowNs);
        return 0;
    }

    /** Gives back the one that was taken last: nothing came of it. */
    synchronized void giveBack() {
        takenNs.pollLast();
    }
}
