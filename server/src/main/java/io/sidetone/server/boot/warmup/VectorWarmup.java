package io.sidetone.server.boot.warmup;

import com.sun.management.ThreadMXBean;
import io.sidetone.audio.filter.VectorPath;
import io.sidetone.core.background.Background;
import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the vector loops into use, on a thread of its own, and says so. A JVM without them runs the plain loops, with the same
 * bits. It waits first: its loops take the compiler more than a second of processor time, which the first calls of a process need
 * for themselves.
 */
public final class VectorWarmup implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(VectorWarmup.class);
    private static final long FIRST_CALLS_MS = 10_000;
    private static final int ATTEMPTS = 60;
    private static final long PAUSE_MS = 500;
    private static final long NANOS_PER_MS = 1_000_000;

    /** A pause is so many times as long as what an attempt took. */
    private static final int REST = 9;

    private final Thread thread;

    private VectorWarmup(Thread thread) {
        this.thread = thread;
    }

    /** Starts the warm-up if there are vector loops. */
    public static VectorWarmup start() {
        Thread thread = Background.thread("vector-warmup", VectorWarmup::run);
        if (VectorPath.available() && ManagementFactory.getThreadMXBean() instanceof ThreadMXBean) {
            thread.start();
        } else {
            LOG.info("Audio filters: {}", VectorPath.description());
        }
        return new VectorWarmup(thread);
    }

    private static void run() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try {
            LongSupplier spentNs = threads::getCurrentThreadCpuTime;
            boolean vector = tried(
                    () -> VectorPath.warmUp(threads::getCurrentThreadAllocatedBytes, spentNs), spentNs, Thread::sleep);
            LOG.info(
                    "Audio filters: {}",
                    vector ? VectorPath.description() : "plain loops; this JVM does not compile the Vector API well");
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits as {@code pause} does, tries until {@code warmUp} succeeds, and returns whether it did. Where the compiler is busy, and loops that
     * it has not reached are slow, the thread takes a tenth of a processor.
     *
     * @param spentNs processor time that this thread has taken
     */
    static boolean tried(BooleanSupplier warmUp, LongSupplier spentNs, Pause pause) throws InterruptedException {
        pause.forMs(FIRST_CALLS_MS);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            long beganNs = spentNs.getAsLong();
            if (warmUp.getAsBoolean()) {
                return true;
            }
            pause.forMs(Math.max(PAUSE_MS, (spentNs.getAsLong() - beganNs) / NANOS_PER_MS * REST));
        }
        return false;
    }

    /** Lets time pass. */
    @FunctionalInterface
    interface Pause {
        /** Returns after {@code ms}. */
        void forMs(long ms) throws InterruptedException;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
