package io.sidetone.server.boot;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.Lanes;
import io.sidetone.server.Part;
import io.sidetone.server.calls.CallBook;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stopping in order: new calls get 503, running calls go on up to {@code drain.max}, a second signal
 * ends them now, an idle process stops at once.
 */
final class Drain implements Part {
    private static final Logger LOG = LoggerFactory.getLogger(Drain.class);
    private static final int RETRY_AFTER_S = 5;
    private static final long POLL_MS = 50;
    private static final long RELEASE_LIMIT_MS = 3_000;
    private static final long MS = 1_000_000L;

    private final Lanes lanes;
    private final CallBook book;
    private final StopSignal signal;
    private final LongSupplier clock;
    private volatile boolean draining;

    Drain(Lanes lanes, CallBook book, StopSignal signal, LongSupplier clock) {
        this.lanes = lanes;
        this.book = book;
        this.signal = signal;
        this.clock = clock;
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (draining) {
            problems.add("draining");
        }
        if (full()) {
            problems.add("full: " + lanes.activeCalls() + " of " + lanes.capacity() + " calls");
        }
        return problems;
    }

    private boolean full() {
        return lanes.activeCalls() >= lanes.capacity();
    }

    /** Returns after how many seconds a caller may come back; 0 while new calls are taken. Any thread. */
    int retryAfterS() {
        return draining || full() ? RETRY_AFTER_S : 0;
    }

    /** Runs the drain to its end. */
    void run(long maxNs) throws InterruptedException {
        draining = true;
        LOG.info("Draining, calls running: {}; at most {} s", lanes.activeCalls(), maxNs / MS / 1000);
        long deadlineNs = clock.getAsLong() + maxNs;
        while (lanes.activeCalls() > 0 && clock.getAsLong() - deadlineNs < 0) {
            if (signal.awaitSecond(POLL_MS)) {
                LOG.info("Second signal: ending {} calls now", lanes.activeCalls());
                break;
            }
        }
        endAll();
    }

    private void endAll() throws InterruptedException {
        long deadlineNs = clock.getAsLong() + RELEASE_LIMIT_MS * MS;
        while (lanes.activeCalls() > 0 && clock.getAsLong() - deadlineNs < 0) {
            // In every round: a call may have been admitted and not yet opened when the last one was made.
            for (CallRecord call : book.live()) {
                if (call.endCause() == null) {
                    call.publisher().publish(LaneEventType.HANG_UP, 0, 0, 0, EndCause.SHUTDOWN, clock.getAsLong());
                }
            }
            Thread.sleep(POLL_MS);
        }
        if (lanes.activeCalls() > 0) {
            LOG.warn("{} calls were not released in {} ms", lanes.activeCalls(), RELEASE_LIMIT_MS);
        }
    }
}
