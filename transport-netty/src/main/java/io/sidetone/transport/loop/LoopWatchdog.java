package io.sidetone.transport.loop;

import io.netty.channel.IoHandlerFactory;
import io.netty.util.concurrent.ThreadAwareExecutor;
import io.sidetone.core.metrics.SlowHandlers;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/**
 * Watches event loops (ITE-CON-001): how long a loop computes before it looks at its sockets and its tasks again. A loop that the
 * machine does not run takes as long by the clock: by its CPU time it counts as a wait and not as a slow handler. A loop that
 * has nothing to do is left asleep. Thread-safe.
 */
public final class LoopWatchdog {
    private final String name;
    private final LongSupplier clock;
    private final LongSupplier threadCpuNs;
    private final List<SlowHandlers> loops = new CopyOnWriteArrayList<>();

    /**
     * Creates a watchdog, which {@link EventLoops} are opened with.
     *
     * @param name of the loops: of their threads, in the log and in metrics
     * @param clock monotonic time in ns, {@link System#nanoTime} as of Netty itself
     * @param threadCpuNs CPU time of the calling thread, ns
     */
    public LoopWatchdog(String name, LongSupplier clock, LongSupplier threadCpuNs) {
        this.name = name;
        this.clock = clock;
        this.threadCpuNs = threadCpuNs;
    }

    /** Creates a watchdog by the clocks of this machine. */
    public LoopWatchdog(String name) {
        this(name, System::nanoTime, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
    }

    /** Returns the name of the loops. */
    public String name() {
        return name;
    }

    LongSupplier clock() {
        return clock;
    }

    /** Returns handlers that are watched, each around one of {@code factory}. */
    IoHandlerFactory around(IoHandlerFactory factory) {
        return (ThreadAwareExecutor executor) -> {
            SlowHandlers slow = new SlowHandlers();
            slow.watch(name + "-" + loops.size(), threadCpuNs);
            loops.add(slow);
            return new WatchedIoHandler(factory.newHandler(executor), slow, clock);
        };
    }

    /** Returns what was slow, one entry per loop. */
    public List<SlowHandlers> loops() {
        return List.copyOf(loops);
    }
}
