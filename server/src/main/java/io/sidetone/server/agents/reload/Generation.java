package io.sidetone.server.agents.reload;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * All that one configuration opened, and the calls that use it. Thread-safe.
 *
 * @param <T> what was opened
 */
public final class Generation<T> {
    /** A call that was set up and never opened is no call: its lane refused it. */
    static final long UNOPENED_LIMIT_NS = 60_000_000_000L;

    private static final long OPEN = Long.MAX_VALUE;

    private final T parts;
    private final LongSupplier clock;
    /** Time at which each call was set up, ns; {@link #OPEN} once its lane has opened it. */
    private final Map<String, Long> calls = new ConcurrentHashMap<>();

    private volatile boolean replaced;
    private volatile long replacedNs;

    Generation(T parts, LongSupplier clock) {
        this.parts = parts;
        this.clock = clock;
    }

    /** Returns what was opened. */
    public T parts() {
        return parts;
    }

    /** Notes that {@code callId} is about to be opened with these parts. Any thread; never blocks. */
    public void opening(String callId) {
        calls.put(callId, clock.getAsLong());
    }

    /** Notes that a call was opened; returns whether it is one of these. */
    boolean opened(String callId) {
        return calls.computeIfPresent(callId, (id, since) -> OPEN) != null;
    }

    void ended(String callId) {
        calls.remove(callId);
    }

    void replaced(long nowNs) {
        replacedNs = nowNs;
        replaced = true;
    }

    /** Returns whether no call uses these parts any more, {@code graceNs} after new ones took their place. */
    boolean unused(long graceNs, long nowNs) {
        if (!replaced || nowNs - replacedNs < graceNs) {
            return false;
        }
        calls.values().removeIf(since -> since != OPEN && nowNs - since > UNOPENED_LIMIT_NS);
        return calls.isEmpty();
    }

    int calls() {
        return calls.size();
    }
}
