package io.sidetone.transport.sip.ua;

/** The application behind a {@link SipUserAgent}. SIP event loop only; never blocks. */
public interface SipUserAgentListener {
    /**
     * A new call; 100 Trying has been sent. The application sets a {@link SipCall#listener} and answers or rejects, now
     * or later. An exception thrown here answers 500.
     */
    void onInvite(IncomingCall call, long nowNs);

    /** An INVITE began no call: it was refused here, or by the application before it set a {@link SipCall#listener}. */
    default void onRefused(RefusedInvite refused) {}

    /**
     * Returns whether a new call is welcome: 0 when it is, else what Retry-After says in the 503 that INVITE and OPTIONS
     * get (draining, full).
     */
    default int retryAfterSeconds() {
        return 0;
    }
}
