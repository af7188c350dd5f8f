package io.sidetone.audio;

import java.lang.management.ManagementFactory;

/** Counts the bytes that the current thread allocates while a task runs many times. */
public final class Allocation {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int WARM_UP = 3_000;
    private static final int MEASURED = 3_000;
    private static final int ROUNDS = 4;

    private Allocation() {}

    /** Returns the bytes allocated in 3,000 runs of {@code task} after as many to warm up: the least of some rounds. */
    public static long bytesOf(Runnable task) {
        for (int i = 0; i < WARM_UP; i++) {
            task.run();
        }
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < MEASURED; i++) {
                task.run();
            }
            // A steady allocation shows in every round; the first readings also count the virtual machine's own.
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
