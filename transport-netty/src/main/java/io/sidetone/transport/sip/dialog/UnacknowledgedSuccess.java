package io.sidetone.transport.sip.dialog;

import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.transaction.ServerTransaction;
import io.sidetone.transport.sip.transaction.SipScheduler;
import io.sidetone.transport.sip.transaction.SipTimers;
import java.util.Objects;

/**
 * A 2xx to an INVITE that waits for its ACK (RFC 3261 13.3.1.4). It is the core's to repeat, over every transport: after
 * T1, then doubling up to T2, until 64·T1 have passed. SIP event loop only.
 */
public final class UnacknowledgedSuccess {
    private final ServerTransaction transaction;
    private final SipResponse response;
    private final SipScheduler scheduler;
    private final SipTimers timers;
    private final Runnable onTimeout;
    private SipScheduler.Timer repetition;
    private SipScheduler.Timer deadline;
    private long intervalNs;

    /**
     * Prepares the wait; nothing is sent before {@link #begin}.
     *
     * @param onTimeout runs once when no ACK came within 64·T1
     */
    public UnacknowledgedSuccess(
            ServerTransaction transaction,
            SipResponse response,
            SipScheduler scheduler,
            SipTimers timers,
            Runnable onTimeout) {
        this.transaction = Objects.requireNonNull(transaction, "transaction");
        this.response = Objects.requireNonNull(response, "response");
        this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
        this.timers = Objects.requireNonNull(timers, "timers");
        this.onTimeout = Objects.requireNonNull(onTimeout, "onTimeout");
    }

    /**
     * Sends the response for the first time.
     *
     * @return false when the transaction no longer takes it; then no timer runs
     */
    public boolean begin() {
        if (!transaction.respond(response)) {
            return false;
        }
        intervalNs = timers.t1Ns();
        repetition = scheduler.schedule(intervalNs, this::repeat);
        deadline = scheduler.schedule(timers.timeoutNs(), this::expire);
        return true;
    }

    /** Returns the CSeq number the ACK has to carry. */
    public long cseq() {
        return response.cseq().number();
    }

    /** Ends the wait: the ACK came, or the call is over. */
    public void stop() {
        if (repetition != null) {
            repetition.cancel();
            deadline.cancel();
        }
    }

    private void repeat() {
        if (transaction.terminated()) {
            return;
        }
        transaction.respond(response);
        intervalNs = Math.min(2 * intervalNs, timers.t2Ns());
        repetition = scheduler.schedule(intervalNs, this::repeat);
    }

    private void expire() {
        repetition.cancel();
        onTimeout.run();
    }
}
