package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.service.Referral;
import java.util.List;

/**
 * Reports of a call to the application. SIP event loop only; never blocks. Session descriptions are handed over: the array is
 * the listener's to keep, not to change.
 */
public interface SipCallListener {
    /** Hears nothing and refuses every offer. */
    SipCallListener NONE = new SipCallListener() {};

    /**
     * The peer acknowledged our 200: the call stands.
     *
     * @param sdp the answer when our 200 carried the offer, else null
     */
    default void onAck(byte[] sdp) {}

    /** Our call is being worked on: a status of 101–199 came, with a session description for early media or null. */
    default void onProgress(int status, byte[] sdp) {}

    /** Our call was answered; the ACK has been sent. */
    default void onAnswered(byte[] sdp) {}

    /** Our call is sent elsewhere by a 3xx (RFC 3261 8.1.3.4), the preferred place first; {@link #onEnded} follows. */
    default void onRedirected(List<SipUri> contacts) {}

    /**
     * The peer offers a changed session by re-INVITE or UPDATE.
     *
     * @param unchanged whether the offer says what the last one said: a session refresh, which media must not notice
     * @param reply takes the answer, now or within the time limit of the settings
     */
    default void onOffer(byte[] sdp, boolean unchanged, OfferReply reply) {
        reply.reject(488, null);
    }

    /**
     * The peer sent a re-INVITE without a session description and wants our offer; its answer comes as
     * {@link #onAnswer}.
     */
    default void onOfferRequested(OfferReply reply) {
        reply.repeat();
    }

    /** The peer answered an offer of ours that came after the call was set up. */
    default void onAnswer(byte[] sdp) {}

    /** The peer refused such an offer, or acknowledged without an answer (status 0); the session is what it was. */
    default void onOfferFailed(int status) {}

    /**
     * Returns whether an offer may be sent now; asked before each re-INVITE, the repetition of one that was refused and the
     * refresh of a session among them. False fails the offer with 488.
     */
    default boolean mayOffer() {
        return true;
    }

    /**
     * The peer sent a digit by INFO.
     *
     * @param digit {@code 0–9}, {@code *}, {@code #}, {@code A–D}
     */
    default void onDigit(char digit, int durationMs) {}

    /**
     * The peer reported how a transfer of ours goes.
     *
     * @param status 202 agreed to try, 1xx under way, then the final status of its new call, 408 for silence, or the
     *     refusal of the REFER
     * @param last whether the transfer is over with this
     */
    default void onTransfer(int status, boolean last) {}

    /**
     * The peer asks us to call somebody else (REFER, RFC 3515), perhaps in the place of a call of its own (RFC 3891).
     *
     * @param referral takes whether we do, now or later, and how it goes
     */
    default void onRefer(Referral referral) {
        referral.refuse(603);
    }

    /** Digits sent by INFO were all taken (200), or the rest was given up; in the order in which they were asked for. */
    default void onDigitsSent(int status) {}

    /** The peer cancelled its call before the answer; {@link #onEnded} follows. */
    default void onCancelled() {}

    /** The call is over. Called exactly once, last; {@link SipCall#hangUp} may be the one who calls. */
    default void onEnded(SipEndCause cause) {}
}
