package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;

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

    /**
     * An INVITE that began no call, and our answer.
     *
     * @param invite the request
     * @param flow it came on
     * @param offer its session description, or null
     * @param status final status, 300 to 699
     * @param reason text of the Warning header, else the reason phrase
     * @param ladder messages of it
     * @param atNs time of the answer on the SIP loop's clock
     */
    record RefusedInvite(
            SipRequest invite, SipFlow flow, byte[] offer, int status, String reason, SipLadder ladder, long atNs) {
        static RefusedInvite of(SipRequest invite, SipFlow flow, SipResponse answer, SipLadder ladder, long atNs) {
            return new RefusedInvite(
                    invite, flow, SdpBody.of(invite), answer.statusCode(), reason(answer), ladder, atNs);
        }

        /** The quoted text of {@code 399 host "text"} (RFC 3261 section 20.43). */
        private static String reason(SipResponse answer) {
            String warning = answer.header("Warning");
            int quote = warning == null ? -1 : warning.indexOf('"');
            return quote < 0 || quote >= warning.length() - 2
                    ? answer.reasonPhrase()
                    : warning.substring(quote + 1, warning.length() - 1);
        }
    }
}
