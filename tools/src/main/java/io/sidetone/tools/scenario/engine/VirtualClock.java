package io.sidetone.tools.scenario.engine;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.agrona.concurrent.NanoClock;

/** The time of one call: it moves only when it is told to, and runs what is due on the way. One thread. */
public final class VirtualClock implements NanoClock {
    private static final long BEGIN_NS = 1_000_000_000L;

    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparingLong(Timer::dueNs).thenComparingLong(Timer::number));
    private long nowNs = BEGIN_NS;
    private long numbers;

    /** Something that is to be done; {@code number} keeps the order of what is due at the same time. */
    private record Timer(long dueNs, long number, Runnable work) {}

    @Override
    public long nanoTime() {
        return nowNs;
    }

    /** Has {@code work} done when {@code delay} is over: at once where there is none. */
    public void after(Duration delay, Runnable work) {
        if (delay.isZero()) {
            work.run();
        } else {
            timers.add(new Timer(nowNs + delay.toNanos(), numbers++, work));
        }
    }

    /** Moves on by {@code ns}. */
    public void advance(long ns) {
        long until = nowNs + ns;
        for (Timer next = timers.peek(); next != null && next.dueNs() <= until; next = timers.peek()) {
            timers.poll();
            nowNs = next.dueNs();
            next.work().run();
        }
        nowNs = until;
    }
}
