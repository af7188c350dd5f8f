package io.sidetone.speech.failover;

import io.sidetone.core.port.EngineFailure;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Whether an engine is worth asking: after a row of failures it is left alone for a while, then one request may try. Shared by
 * all calls; thread-safe. A refused key leaves it alone at once, a rate limit for as long as the engine said. A request that
 * was refused for what it contains counts once per call: only three calls in a row make it the engine's fault.
 */
public final class Circuit {
    private static final int ROW = 3;
    private static final long FIRST_REST_NS = 5_000_000_000L;
    private static final long LONGEST_REST_NS = 60_000_000_000L;
    private static final long MS = 1_000_000L;

    private final LongSupplier clock;
    private final Set<String> refusedCalls = new HashSet<>();
    private int row;
    private boolean open;
    private boolean trying;
    private long restNs = FIRST_REST_NS;
    private long untilNs;
    private String why = "";
    private long openings;

    /** Creates a closed circuit: the engine is asked. */
    public Circuit(LongSupplier nanoClock) {
        this.clock = nanoClock;
    }

    /** Whether the engine may be asked now; after a rest one request may, until it is known how it went. */
    public synchronized boolean admits() {
        if (!open) {
            return true;
        }
        if (clock.getAsLong() - untilNs < 0) {
            return false;
        }
        trying = true;
        // A request of which nothing is heard again does not block the engine for good.
        untilNs = clock.getAsLong() + LONGEST_REST_NS;
        return true;
    }

    /** Whether the one request that an engine may have after a rest is being made. */
    synchronized boolean onTrial() {
        return open && trying;
    }

    /** The one request was not made after all: the next may try. */
    synchronized void untried() {
        if (onTrial()) {
            trying = false;
            untilNs = clock.getAsLong();
        }
    }

    /** The engine answered. */
    public synchronized void succeeded() {
        refusedCalls.clear();
        why = "";
        close();
    }

    private void close() {
        row = 0;
        open = false;
        trying = false;
        restNs = FIRST_REST_NS;
    }

    /** The engine does not even take a session. */
    public synchronized void closedToCalls(EngineFailure failure) {
        why = failure.message();
        rest(failure);
    }

    /** The engine failed in the call {@code callId}. */
    public synchronized void failed(EngineFailure failure, String callId) {
        why = failure.message();
        if (failure.requestOnly()) {
            refusedRequest(failure, callId);
            return;
        }
        row++;
        boolean limited = EngineFailure.RATE_LIMITED.equals(failure.code());
        if (limited || !failure.retryable() || row >= ROW || trying) {
            rest(failure);
        }
    }

    private void refusedRequest(EngineFailure failure, String callId) {
        if (refusedCalls.size() < ROW) {
            refusedCalls.add(callId);
        }
        if (refusedCalls.size() == ROW) {
            rest(failure);
        } else if (onTrial()) {
            // It serves again, though not this request.
            close();
        }
    }

    private void rest(EngineFailure failure) {
        boolean limited = EngineFailure.RATE_LIMITED.equals(failure.code());
        long now = clock.getAsLong();
        openings += open && !trying ? 0 : 1;
        if (limited && failure.retryAfterMs() > 0) {
            untilNs = now + failure.retryAfterMs() * MS;
        } else if (!open || trying) {
            untilNs = now + restNs;
            restNs = Math.min(LONGEST_REST_NS, restNs * 2);
        }
        open = true;
        trying = false;
    }

    /** Whether the engine is being left alone. */
    public synchronized boolean resting() {
        return open && clock.getAsLong() - untilNs < 0;
    }

    /** How often the engine began to be left alone. */
    public synchronized long openings() {
        return openings;
    }

    /** Returns why the engine failed last; empty when it works. */
    public synchronized String why() {
        return why;
    }
}
