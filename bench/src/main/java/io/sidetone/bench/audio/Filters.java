package io.sidetone.bench.audio;

import io.sidetone.audio.filter.VectorPath;
import java.lang.management.ManagementFactory;

/** Brings a bench's JVM to the filters that a server uses some seconds after its start. */
public final class Filters {
    private static final int ATTEMPTS = 60;
    private static final long PAUSE_MS = 200;

    private Filters() {}

    /** Warms up the vector loops if this JVM has them; returns which loops are in use. */
    public static String ready() throws InterruptedException {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int attempt = 0; attempt < ATTEMPTS && VectorPath.available(); attempt++) {
            if (VectorPath.warmUp(threads::getCurrentThreadAllocatedBytes, threads::getCurrentThreadCpuTime)) {
                break;
            }
            Thread.sleep(PAUSE_MS);
        }
        if (VectorPath.available() && !VectorPath.inUse()) {
            throw new IllegalStateException("the vector loops were not compiled after " + ATTEMPTS + " warm-ups");
        }
        return VectorPath.description();
    }
}
