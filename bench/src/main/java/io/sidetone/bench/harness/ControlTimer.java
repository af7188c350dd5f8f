package io.sidetone.bench.harness;

import io.sidetone.tools.softphone.measure.Percentiles;
import io.sidetone.tools.softphone.wire.LatenessLog;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that only wakes up every 5 ms and records its lateness: the effect of the machine on every timer. Without it
 * a slow server cannot be distinguished from a busy machine.
 */
public final class ControlTimer implements AutoCloseable {
    private static final long PERIOD_NS = 5_000_000L;

    private final LatenessLog lateness = new LatenessLog();
    private final Thread thread = new Thread(this::run, "control-timer");
    private volatile boolean running = true;

    /** Starts the timer. */
    public ControlTimer() {
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long deadlineNs = System.nanoTime() + PERIOD_NS;
        while (running) {
            long waitNs = deadlineNs - System.nanoTime();
            if (waitNs > 0) {
                LockSupport.parkNanos(waitNs);
                continue;
            }
            lateness.add(-waitNs);
            deadlineNs += PERIOD_NS;
        }
    }

    /** Stops the timer and returns its lateness. */
    public Percentiles stop() throws InterruptedException {
        close();
        thread.join();
        return Percentiles.ofNs(lateness.valuesNs());
    }

    @Override
    public void close() {
        running = false;
    }
}
