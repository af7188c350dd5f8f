package io.sidetone.audio.filter;

import java.lang.management.ManagementFactory;

/** Chooses between the plain and the vector loops, with a rehearsal or without. */
public final class VectorSwitch {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private VectorSwitch() {}

    /** Rehearses until the compiler, which has threads of its own, is done; whether it ever was. */
    public static boolean rehearse() {
        boolean ready = false;
        for (int attempt = 0; attempt < 200 && !ready; attempt++) {
            ready = VectorPath.rehearse(THREADS::getCurrentThreadAllocatedBytes);
        }
        return ready;
    }

    /** All threads run the vector loops from now on, or the plain ones. */
    public static void use(boolean vector) {
        VectorPath.use(vector);
    }
}
