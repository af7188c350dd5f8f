package io.sidetone.bench.calls;

import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * How late this machine wakes a thread that asked for a time: the control without which nothing can be said about
 * lateness.
 */
final class QuietControl implements AutoCloseable {
    private static final long INTERVAL_NS = 5_000_000L;

    private final Histogram lateness = new Histogram(60_000_000_000L, 2);
    private final Thread thread = new Thread(this::run, "control");
    private volatile boolean running = true;

    QuietControl() {
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long dueNs = System.nanoTime() + INTERVAL_NS;
        while (running) {
            long nowNs = System.nanoTime();
            while (nowNs - dueNs < 0) {
                LockSupport.parkNanos(dueNs - nowNs);
                nowNs = System.nanoTime();
            }
            lateness.recordValue(nowNs - dueNs);
            dueNs += INTERVAL_NS;
        }
    }

    /** Stops and returns the 99th percentile in ms. */
    double stopAndReadP99Ms() throws InterruptedException {
        running = false;
        thread.join(1_000);
        return lateness.getValueAtPercentile(99) / 1e6;
    }

    @Override
    public void close() {
        running = false;
    }
}
