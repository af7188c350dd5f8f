package io.sidetone.bench.harness;

import io.sidetone.server.softphone.measure.Percentiles;
import io.sidetone.server.softphone.wire.LatenessLog;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that does nothing but wake up every 5 ms and note how late it was: what the machine does to every timer on it.
 * Without this a slow server cannot be distinguished from a busy machine.
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

    /** Ends the timer and returns how late it was. */
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
