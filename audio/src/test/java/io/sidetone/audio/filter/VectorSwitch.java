package io.sidetone.audio.filter;

import java.lang.management.ManagementFactory;

/** Chooses between the plain and the vector loops, with a warm-up or without. */
public final class VectorSwitch {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private VectorSwitch() {}

    /** Warms up until the compiler, which has its own threads, is done; returns whether it finished. */
    public static boolean warmUp() {
        boolean ready = false;
        for (int attempt = 0; attempt < 200 && !ready; attempt++) {
            ready = VectorPath.warmUp(THREADS::getCurrentThreadAllocatedBytes, THREADS::getCurrentThreadCpuTime);
        }
        return ready;
    }

    /** All threads run the vector loops from now on, or the plain ones. */
    public static void use(boolean vector) {
        VectorPath.use(vector);
    }
}
