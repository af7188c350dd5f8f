package io.sidetone.server.agents.reload;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.core.background.Background;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.server.Part;
import io.sidetone.transport.metrics.CounterMeters;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reloads when it is asked to, one after the other on a thread of its own, and says what came of it. Requests during a reload
 * make one more. Thread-safe.
 */
public final class Reloads implements Part {
    private static final Logger LOG = LoggerFactory.getLogger("reload");
    private static final long SWEEP_MS = 1_000;

    private final Work work;
    private final AtomicBoolean asked = new AtomicBoolean();
    private final SharedCounters<ReloadCounter> counters = new SharedCounters<>(ReloadCounter.class);
    private final ScheduledExecutorService thread = Background.timer("reload");

    /** Work of a reload. */
    public interface Work {
        /**
         * Puts the configuration that the file has now in place of the present one, or changes nothing.
         *
         * @return what was done
         * @throws ReloadRefusedException with everything that is wrong with the file
         */
        Done reload() throws ReloadRefusedException;

        /** Closes what no call uses any more. */
        void closeUnused();
    }

    /**
     * Outcome of a reload.
     *
     * @param source where the configuration came from
     * @param calls running calls that get another policy
     * @param waiting keys that differ and wait for a restart
     */
    public record Done(String source, int calls, List<String> waiting) {}

    /** Starts the thread. */
    public Reloads(Work work) {
        this.work = work;
        thread.scheduleWithFixedDelay(this::sweep, SWEEP_MS, SWEEP_MS, TimeUnit.MILLISECONDS);
    }

    /** Asks for a reload. Never blocks. */
    public void request() {
        if (!asked.compareAndSet(false, true)) {
            return;
        }
        try {
            thread.execute(this::run);
        } catch (RejectedExecutionException stopping) {
            LOG.info("No reload: the server is stopping");
        }
    }

    private void run() {
        asked.set(false);
        try {
            Done done = work.reload();
            counters.increment(ReloadCounter.APPLIED);
            LOG.info(
                    "Reloaded {}: new calls have it; running calls with another policy: {}",
                    done.source(),
                    done.calls());
            if (!done.waiting().isEmpty()) {
                LOG.warn("Unchanged until a restart: {}", String.join(", ", done.waiting()));
            }
        } catch (ReloadRefusedException wrong) {
            counters.increment(ReloadCounter.REFUSED);
            wrong.problems().forEach(LOG::error);
            LOG.error(
                    "Reload refused, problems: {}; nothing was changed",
                    wrong.problems().size());
        } catch (RuntimeException | LinkageError fault) {
            counters.increment(ReloadCounter.REFUSED);
            LOG.error("A defect: the reload failed", fault);
        }
    }

    private void sweep() {
        try {
            work.closeUnused();
        } catch (RuntimeException | LinkageError fault) {
            LOG.error("What an older configuration opened could not be closed", fault);
        }
    }

    @Override
    public void bindTo(PrometheusMeterRegistry registry) {
        CounterMeters.bind(registry, counters);
    }

    /** Refuses what is asked from now on. Never blocks. */
    public void stop() {
        thread.shutdown();
    }

    /** Ends the thread; a reload that runs is waited for. */
    @Override
    public void close() {
        stop();
        try {
            if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
