package io.sidetone.transport.sip.dialog;

import io.sidetone.transport.sip.transaction.SipScheduler;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The clock of RFC 4028 for one session: asks for a refresh at half the interval when that is our part, and reports
 * expiry {@code min(32 s, interval/3)} before its end when no refresh succeeded. SIP event loop only.
 */
public final class SessionTimer {
    private static final int LONGEST_MARGIN_SECONDS = 32;

    private final SipScheduler scheduler;
    private final Runnable onRefresh;
    private final Runnable onExpired;
    private SipScheduler.Timer refresh;
    private SipScheduler.Timer expiry;
    private int seconds;
    private boolean refreshing;

    /**
     * A timer that does not run yet.
     *
     * @param onRefresh runs when we have to send a refresh
     * @param onExpired runs when the session has to end
     */
    public SessionTimer(SipScheduler scheduler, Runnable onRefresh, Runnable onExpired) {
        this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
        this.onRefresh = Objects.requireNonNull(onRefresh, "onRefresh");
        this.onExpired = Objects.requireNonNull(onExpired, "onExpired");
    }

    /** Returns the running interval in seconds, 0 when none runs. */
    public int seconds() {
        return seconds;
    }

    /** Returns whether the refreshes are ours to send. */
    public boolean refreshing() {
        return refreshing;
    }

    /**
     * Begins a new interval: a request or its 2xx has just agreed on one.
     *
     * @param agreed what the 2xx said, or null to stop
     * @param wasOurRequest whether we sent the request that the 2xx answers
     */
    public void restart(SessionExpires agreed, boolean wasOurRequest) {
        stop();
        if (agreed == null) {
            return;
        }
        seconds = agreed.seconds();
        boolean uacRefreshes = agreed.refresher() != SessionExpires.Refresher.UAS;
        refreshing = uacRefreshes == wasOurRequest;
        long intervalNs = TimeUnit.SECONDS.toNanos(seconds);
        long marginNs = Math.min(TimeUnit.SECONDS.toNanos(LONGEST_MARGIN_SECONDS), intervalNs / 3);
        expiry = scheduler.schedule(intervalNs - marginNs, onExpired);
        if (refreshing) {
            refresh = scheduler.schedule(intervalNs / 2, onRefresh);
        }
    }

    /** Stops both clocks. */
    public void stop() {
        seconds = 0;
        refreshing = false;
        if (expiry != null) {
            expiry.cancel();
            expiry = null;
        }
        if (refresh != null) {
            refresh.cancel();
            refresh = null;
        }
    }
}
