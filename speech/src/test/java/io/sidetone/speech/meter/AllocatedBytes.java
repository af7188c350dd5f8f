package io.sidetone.speech.meter;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts the bytes that the current thread allocates. */
public final class AllocatedBytes {
    private static final int ROUNDS = 4;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private AllocatedBytes() {}

    /**
     * Runs {@code task} once to warm up and {@value #ROUNDS} times measured; returns the bytes of the round with the least.
     *
     * <p>A steady allocation shows in every round. What the virtual machine does once, such as loading a class, shows in one.
     */
    public static long leastOf(Runnable task) {
        task.run();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            task.run();
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
