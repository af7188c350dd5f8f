package io.sidetone.transport.sip.dialog;

import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.transaction.ServerTransaction;
import io.sidetone.transport.sip.transaction.SipScheduler;
import io.sidetone.transport.sip.transaction.SipTimers;
import java.util.Objects;

/**
 * A response to an INVITE that the peer confirms: a 2xx by ACK (RFC 3261 13.3.1.4), a reliable provisional response by PRACK
 * (RFC 3262 section 3). It is the core's to repeat, over every transport: after T1, then doubling, until 64·T1 have passed.
 * SIP event loop only.
 */
public final class RepeatedResponse {
    private final ServerTransaction transaction;
    private final SipResponse response;
    private final SipScheduler scheduler;
    private final SipTimers timers;
    private final long longestNs;
    private final Runnable onTimeout;
    private SipScheduler.Timer repetition;
    private SipScheduler.Timer deadline;
    private long intervalNs;

    /**
     * Prepares the wait; nothing is sent before {@link #begin}.
     *
     * @param longestNs where doubling ends: T2 for a 2xx, never for a provisional response
     * @param onTimeout runs once when nothing came within 64·T1
     */
    public RepeatedResponse(
            ServerTransaction transaction,
            SipResponse response,
            SipScheduler scheduler,
            SipTimers timers,
            long longestNs,
            Runnable onTimeout) {
        this.longestNs = longestNs;
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

    /** Returns the CSeq number of the INVITE, which the ACK has to carry. */
    public long cseq() {
        return response.cseq().number();
    }

    /** Ends the wait: the ACK or PRACK came, or the call is over. */
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
        intervalNs = Math.min(2 * intervalNs, longestNs);
        repetition = scheduler.schedule(intervalNs, this::repeat);
    }

    private void expire() {
        repetition.cancel();
        onTimeout.run();
    }
}
