package io.sidetone.transport.loop;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import io.sidetone.core.metrics.SlowHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Watches event loops (ITE-CON-001): a probe every {@link #PERIOD_MS} on each; one that runs late was kept waiting by a
 * handler. Every block of 10 ms and more is seen, shorter ones in proportion. A loop that the machine does not run is late as
 * well: by its CPU time it counts as a wait and not as a slow handler.
 */
public final class LoopWatchdog implements AutoCloseable {
    /** Time between probes. */
    public static final long PERIOD_MS = 5;

    private static final long NS_PER_MS = 1_000_000;

    private final LongSupplier clock;
    private final List<SlowHandlers> loops = new ArrayList<>();
    private final List<ScheduledFuture<?>> probes = new ArrayList<>();

    /**
     * Begins to watch.
     *
     * @param name of the loops in the log
     * @param clock monotonic, ns
     * @param threadCpuNs CPU time of the calling thread, ns
     */
    public LoopWatchdog(EventLoops watched, String name, LongSupplier clock, LongSupplier threadCpuNs) {
        this.clock = clock;
        int number = 0;
        for (EventExecutor loop : watched.group()) {
            SlowHandlers slow = new SlowHandlers();
            slow.watch(name + "-" + number++, threadCpuNs);
            loops.add(slow);
            probes.add(loop.scheduleAtFixedRate(new Probe(slow), PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS));
        }
    }

    /** Runs on one loop only. */
    private final class Probe implements Runnable {
        private final SlowHandlers slow;
        private long lastNs = Long.MIN_VALUE;

        Probe(SlowHandlers slow) {
            this.slow = slow;
        }

        @Override
        public void run() {
            long nowNs = clock.getAsLong();
            if (lastNs != Long.MIN_VALUE) {
                // What was between two probes beyond their distance.
                slow.check("a handler", Math.min(nowNs, lastNs + PERIOD_MS * NS_PER_MS), nowNs);
            }
            lastNs = nowNs;
            slow.mark();
        }
    }

    /** What was slow, one entry per loop. */
    public List<SlowHandlers> loops() {
        return List.copyOf(loops);
    }

    @Override
    public void close() {
        probes.forEach(probe -> probe.cancel(false));
    }
}
