package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.message.SipHeader;

/** Takes the application's reply to an offer, or to the request for one. Only the first reply counts. */
public interface OfferReply {
    /**
     * Sends 200 with a session description; owned by the call from now on.
     *
     * @return false when it comes too late: answered, cancelled, timed out, or the call is over
     */
    boolean accept(byte[] sdp);

    /** Sends 200 with the description that is in force: nothing changes. False when it comes too late. */
    boolean repeat();

    /**
     * Refuses; the session stays as it is.
     *
     * @param status 300–699, 488 as a rule
     * @param reason the reason phrase; null for the usual one
     * @return false when it comes too late
     */
    boolean reject(int status, String reason, SipHeader... headers);
}
