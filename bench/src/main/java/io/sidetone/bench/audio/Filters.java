package io.sidetone.bench.audio;

import io.sidetone.audio.filter.VectorPath;
import java.lang.management.ManagementFactory;

/** Brings a bench's JVM to the filters that a server has some seconds after its start. */
public final class Filters {
    private static final int ATTEMPTS = 60;
    private static final long PAUSE_MS = 200;

    private Filters() {}

    /** Rehearses the vector loops where this JVM has them, and says what is run. */
    public static String ready() throws InterruptedException {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int attempt = 0; attempt < ATTEMPTS && VectorPath.available(); attempt++) {
            if (VectorPath.rehearse(threads::getCurrentThreadAllocatedBytes)) {
                break;
            }
            Thread.sleep(PAUSE_MS);
        }
        if (VectorPath.available() && !VectorPath.inUse()) {
            throw new IllegalStateException("the vector loops were not compiled after " + ATTEMPTS + " rehearsals");
        }
        return VectorPath.description();
    }
}
