package io.sidetone.transport.sip.dialog;

import io.sidetone.transport.sip.dialog.SessionExpires.Refresher;
import io.sidetone.transport.sip.message.SipRequest;

/**
 * Policy of what we want of session timers (RFC 4028), and what follows when a request arrives.
 *
 * @param preferredSeconds the interval we ask for ourselves; 0 never asks and only honors the peer's
 * @param minimumSeconds the shortest interval we accept, our Min-SE; the RFC allows no less than 90
 */
public record SessionTimerPolicy(int preferredSeconds, int minimumSeconds) {
    /** The least the RFC allows. */
    public static final int RFC_MINIMUM_SECONDS = 90;

    /** Honors what peers ask for, asks for nothing. */
    public static final SessionTimerPolicy HONOR = new SessionTimerPolicy(0, RFC_MINIMUM_SECONDS);

    /** Refuses values outside the RFC. */
    public SessionTimerPolicy {
        if (minimumSeconds < RFC_MINIMUM_SECONDS) {
            throw new IllegalArgumentException("session timer minimum " + minimumSeconds
                    + " s is below 90 s (RFC 4028 section 5); use 90 or more");
        }
        if (preferredSeconds != 0 && preferredSeconds < minimumSeconds) {
            throw new IllegalArgumentException("session timer of " + preferredSeconds + " s is below our minimum of "
                    + minimumSeconds + " s; raise it, or use 0 to ask for none");
        }
    }

    /** Returns whether a request has to be refused with 422 and our Min-SE (RFC 4028 section 9). */
    public boolean refuses(SipRequest request) {
        SessionExpires asked = SessionExpires.of(request);
        return asked != null && asked.seconds() < minimumSeconds && request.lists("Supported", "timer");
    }

    /**
     * Returns what the 2xx to a request says (RFC 4028 section 9, table 2), or null when the session has no timer. A peer
     * that supports timers refreshes itself unless it asked us to; for one that does not, the refresher is us.
     *
     * @param runningSeconds the interval that already runs in this dialog, 0 for none: a request without the header
     *     keeps it running
     */
    public SessionExpires answer(SipRequest request, int runningSeconds) {
        boolean peerSupports = request.lists("Supported", "timer") || request.lists("Require", "timer");
        SessionExpires asked = SessionExpires.of(request);
        int seconds;
        if (asked != null) {
            // A proxy may have put the header there for a peer without timers; a value below the RFC's floor is raised.
            seconds = Math.max(asked.seconds(), RFC_MINIMUM_SECONDS);
        } else if (runningSeconds > 0) {
            seconds = runningSeconds;
        } else {
            seconds = preferredSeconds == 0
                    ? 0
                    : Math.max(preferredSeconds, SessionExpires.minimum(request, RFC_MINIMUM_SECONDS));
        }
        if (seconds == 0) {
            return null;
        }
        boolean wantsUs = asked != null && asked.refresher() == Refresher.UAS;
        return new SessionExpires(seconds, peerSupports && !wantsUs ? Refresher.UAC : Refresher.UAS);
    }
}
