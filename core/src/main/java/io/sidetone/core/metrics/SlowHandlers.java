package io.sidetone.core.metrics;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts handlers that computed on one thread for longer than {@link #LIMIT_NS} (ITE-CON-001), and logs those that computed for
 * longer than {@link #LOGGED_NS}. Owning thread writes, any thread reads; nothing is allocated while nothing is slow.
 *
 * <p>CPU time decides. A thread that the machine did not run takes as long by the clock, but no handler is at fault: such
 * waits are counted apart and not logged.
 *
 * <p>Reading a thread's CPU time is a system call, so it is read at {@link #mark} (a tick) and when something was slow by
 * the clock, and not around every handler: the CPU time of a handler is that since it was last read, at most the handler's
 * own wall time.
 */
public final class SlowHandlers {
    /** The longest that a handler may take. */
    public static final long LIMIT_NS = 5_000_000;

    /** A frame's time of computing is heard as a gap: so long a handler is worth a line of the log. */
    static final long LOGGED_NS = 20_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(SlowHandlers.class);
    private static final long LOG_EVERY_NS = 1_000_000_000L;
    private static final double NS_PER_MS = 1e6;

    private final SingleWriterCounter count = new SingleWriterCounter();
    private final SingleWriterCounter wallNs = new SingleWriterCounter();
    private final SingleWriterCounter cpuNs = new SingleWriterCounter();
    private final SingleWriterCounter waits = new SingleWriterCounter();
    private final SingleWriterCounter waitNs = new SingleWriterCounter();
    private String thread = "";
    private LongSupplier threadCpuNs = () -> 0;
    private long markCpuNs;
    private long loggedNs;
    private boolean logged;

    /**
     * Says whose handlers these are. Before the thread starts.
     *
     * @param name for the log
     * @param cpuClock CPU time of the calling thread, ns
     */
    public void watch(String name, LongSupplier cpuClock) {
        thread = name;
        threadCpuNs = cpuClock;
    }

    /** Remembers how much CPU time the thread has had. Owning thread. */
    public void mark() {
        markCpuNs = threadCpuNs.getAsLong();
    }

    /** Looks at a handler that ran from {@code startNs} to {@code endNs}. Owning thread. */
    public void check(Object what, long startNs, long endNs) {
        long tookNs = endNs - startNs;
        if (tookNs > LIMIT_NS) {
            found(what, tookNs, endNs);
        }
    }

    private void found(Object what, long tookNs, long endNs) {
        long nowCpuNs = threadCpuNs.getAsLong();
        long computedNs = Math.max(0, Math.min(tookNs, nowCpuNs - markCpuNs));
        markCpuNs = nowCpuNs;
        if (computedNs <= LIMIT_NS) {
            waits.increment();
            waitNs.add(tookNs);
            return;
        }
        count.increment();
        wallNs.add(tookNs);
        cpuNs.add(computedNs);
        if (computedNs > LOGGED_NS && (!logged || endNs - loggedNs >= LOG_EVERY_NS)) {
            logged = true;
            loggedNs = endNs;
            LOG.warn(
                    "{} was held by {} for {} ms, of which {} ms were CPU time; {} times so far",
                    thread,
                    what,
                    tookNs / NS_PER_MS,
                    computedNs / NS_PER_MS,
                    count.value());
        }
    }

    /** Returns how often a handler computed for too long. */
    public long count() {
        return count.value();
    }

    /** Returns how long these took altogether, by the clock. */
    public long wallNs() {
        return wallNs.value();
    }

    /** Returns how long these took altogether, in CPU time. */
    public long cpuNs() {
        return cpuNs.value();
    }

    /** Returns how often a handler took too long by the clock because its thread did not run or was blocked. */
    public long waits() {
        return waits.value();
    }

    /** Returns how long these took altogether, by the clock. */
    public long waitNs() {
        return waitNs.value();
    }
}
