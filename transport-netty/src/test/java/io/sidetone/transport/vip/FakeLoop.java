package io.sidetone.transport.vip;

import io.sidetone.transport.stream.SessionLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** An event loop that the test turns. */
final class FakeLoop implements SessionLoop {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<Timer> timers = new ArrayList<>();
    private long nowMs;

    private record Timer(long dueMs, Runnable task) {}

    @Override
    public synchronized void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public Runnable after(long delayMs, Runnable task) {
        Timer timer = new Timer(nowMs + delayMs, task);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    /** Runs what waits; returns whether anything did. */
    boolean run() {
        boolean any = false;
        for (Runnable task = next(); task != null; task = next()) {
            task.run();
            any = true;
        }
        return any;
    }

    private synchronized Runnable next() {
        return tasks.poll();
    }

    void pass(long ms) {
        nowMs += ms;
        for (Timer timer : List.copyOf(timers)) {
            if (timer.dueMs <= nowMs && timers.remove(timer)) {
                timer.task.run();
            }
        }
    }
}
