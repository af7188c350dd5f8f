package io.sidetone.speech.failover;

import io.sidetone.core.port.EngineFailure;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Decides whether an engine may be asked. After several failures in a row it is not asked for a while; then one trial
 * request is allowed. A refused key stops requests at once, a rate limit for the time that the engine gave. A request
 * that was refused for its content counts once per call: only three such calls in a row count against the engine.
 * Shared by all calls; thread-safe.
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

    /** Creates a closed circuit: the engine may be asked. */
    public Circuit(LongSupplier nanoClock) {
        this.clock = nanoClock;
    }

    /** Returns whether the engine may be asked now. After a rest one request may, until its result is known. */
    public synchronized boolean admits() {
        if (!open) {
            return true;
        }
        if (clock.getAsLong() - untilNs < 0) {
            return false;
        }
        trying = true;
        // A trial request without any result must not block the engine forever.
        untilNs = clock.getAsLong() + LONGEST_REST_NS;
        return true;
    }

    /** Returns whether the trial request after a rest is under way. */
    synchronized boolean onTrial() {
        return open && trying;
    }

    /** The trial request was not made: the next request becomes the trial. */
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

    /** The engine refused to open a session. */
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
            // The engine works again, although it refused this request.
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

    /** Returns whether the engine rests at present. */
    public synchronized boolean resting() {
        return open && clock.getAsLong() - untilNs < 0;
    }

    /** Returns how often a rest has begun. */
    public synchronized long openings() {
        return openings;
    }

    /** Returns the reason for the last failure; empty when the engine works. */
    public synchronized String why() {
        return why;
    }
}
