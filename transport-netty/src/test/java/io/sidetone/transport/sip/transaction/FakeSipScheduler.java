package io.sidetone.transport.sip.transaction;

import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Event time that only moves when a test says so; tasks run in order of their time, then of their scheduling. */
public final class FakeSipScheduler implements SipScheduler {
    private record Slot(long dueNs, long order) implements Comparable<Slot> {
        @Override
        public int compareTo(Slot other) {
            return dueNs == other.dueNs ? Long.compare(order, other.order) : Long.compare(dueNs, other.dueNs);
        }
    }

    private final TreeMap<Slot, Runnable> tasks = new TreeMap<>();
    private long nowNs = 1_000_000_000_000L;
    private long scheduled;

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public Timer schedule(long delayNs, Runnable task) {
        Slot slot = new Slot(nowNs + Math.max(0, delayNs), scheduled++);
        tasks.put(slot, task);
        return () -> tasks.remove(slot);
    }

    /** Runs what is due now, then moves on to every task within the next {@code millis} milliseconds. */
    public void advanceMillis(long millis) {
        long untilNs = nowNs + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!tasks.isEmpty() && tasks.firstKey().dueNs() <= untilNs) {
            runNext();
        }
        nowNs = untilNs;
    }

    /** Runs what is due without moving time. */
    public void runDue() {
        advanceMillis(0);
    }

    /** Runs everything, however far ahead, and returns how many milliseconds that took. */
    public long runAll() {
        long startNs = nowNs;
        int steps = 0;
        while (!tasks.isEmpty()) {
            if (++steps > 1_000_000) {
                throw new AssertionError("timers never end: " + tasks.size() + " still pending");
            }
            runNext();
        }
        return TimeUnit.NANOSECONDS.toMillis(nowNs - startNs);
    }

    /** Returns the milliseconds until the next task, or -1 when there is none. */
    public long nextMillis() {
        return tasks.isEmpty()
                ? -1
                : TimeUnit.NANOSECONDS.toMillis(tasks.firstKey().dueNs() - nowNs);
    }

    /** Returns the milliseconds until each task that waits, nearest first. */
    public List<Long> pendingMillis() {
        return tasks.keySet().stream()
                .map(slot -> TimeUnit.NANOSECONDS.toMillis(slot.dueNs() - nowNs))
                .toList();
    }

    /** Returns the number of tasks that wait. */
    public int pending() {
        return tasks.size();
    }

    private void runNext() {
        var next = tasks.pollFirstEntry();
        nowNs = Math.max(nowNs, next.getKey().dueNs());
        next.getValue().run();
    }
}
