package io.sidetone.transport.sip.transaction;

/**
 * Time of the SIP event loop: the only source of timers for transactions, dialogs and calls.
 *
 * <p>Every task runs on the SIP event loop, so nothing that uses it needs a lock.
 */
public interface SipScheduler {
    /** Returns the loop's monotonic time in nanoseconds, on the same clock as the {@code nowNs} handed in with messages. */
    long nowNs();

    /**
     * Runs {@code task} once, {@code delayNs} from now.
     *
     * @param delayNs nanoseconds; zero or less means at the next turn of the loop, never inside this call
     */
    Timer schedule(long delayNs, Runnable task);

    /** A task that is still to run. */
    interface Timer {
        /** Stops the task if it has not run; afterwards it never runs. */
        void cancel();
    }
}
