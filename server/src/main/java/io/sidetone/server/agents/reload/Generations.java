package io.sidetone.server.agents.reload;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.CallEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Generations of opened configurations: the present one for new calls, and older ones, each until its last call has ended.
 * Thread-safe.
 *
 * @param <T> what a configuration opens
 */
public final class Generations<T extends AutoCloseable> implements CallObserver, AutoCloseable {
    /** A call is set up milliseconds after it was routed: no call that was given older parts comes later than this. */
    static final long GRACE_NS = 3_000_000_000L;

    private static final Logger LOG = LoggerFactory.getLogger(Generations.class);

    private final LongSupplier clock;
    private final Late<T> late;
    private final List<Generation<T>> older = new CopyOnWriteArrayList<>();
    private volatile Generation<T> present;

    /**
     * Takes a call that was opened with older parts after newer ones had come. On its lane.
     *
     * @param <T> what a configuration opens
     */
    @FunctionalInterface
    public interface Late<T> {
        /** {@code call} was opened with {@code older}, which others have replaced. */
        void opened(CallRecord call, T older);
    }

    /**
     * Begins with {@code first}.
     *
     * @param clock monotonic, ns
     */
    public Generations(T first, LongSupplier clock, Late<T> late) {
        this.clock = clock;
        this.late = late;
        this.present = new Generation<>(first, clock);
    }

    /** Returns what new calls are opened with. */
    public Generation<T> present() {
        return present;
    }

    /** Gives new calls {@code next}. Calls that run keep what they have. */
    public synchronized void replace(T next) {
        Generation<T> before = present;
        older.add(before);
        before.replaced(clock.getAsLong());
        present = new Generation<>(next, clock);
    }

    /** Closes what no call uses any more. May block. */
    public synchronized void closeUnused() {
        long nowNs = clock.getAsLong();
        for (Generation<T> each : older) {
            if (each.unused(GRACE_NS, nowNs)) {
                older.remove(each);
                closeParts(each);
            }
        }
    }

    /** Returns what is open, the present first. */
    public List<T> open() {
        List<T> open = new ArrayList<>();
        open.add(present.parts());
        older.forEach(each -> open.add(each.parts()));
        return open;
    }

    /** Calls that use what an older configuration opened. */
    public int olderCalls() {
        return older.stream().mapToInt(Generation::calls).sum();
    }

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof Opened) {
            opened(call);
        } else if (event instanceof Ended) {
            String id = call.setup().who().callId();
            present.ended(id);
            older.forEach(each -> each.ended(id));
        }
    }

    private void opened(CallRecord call) {
        String id = call.setup().who().callId();
        if (present.opened(id)) {
            return;
        }
        for (Generation<T> each : older) {
            if (each.opened(id)) {
                late.opened(call, each.parts());
            }
        }
    }

    private static void closeParts(Generation<?> generation) {
        if (generation.parts() instanceof AutoCloseable parts) {
            try {
                parts.close();
            } catch (Exception fault) {
                LOG.warn("What an older configuration opened did not close: {}", fault.toString());
            }
        }
    }

    @Override
    public synchronized void close() {
        older.forEach(Generations::closeParts);
        older.clear();
        closeParts(present);
    }
}
