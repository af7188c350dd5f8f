package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipUri;
import java.util.List;

/** One call. SIP event loop only, except {@link #ladder()}. */
public interface SipCall {
    /** Returns the Call-ID. */
    String callId();

    /** Returns From of the INVITE: the caller, as it says itself. */
    NameAddress from();

    /** Returns To of the INVITE. */
    NameAddress to();

    /** Returns the Request-URI of the INVITE: what was dialled. */
    SipUri requestUri();

    /** Returns the first value of a header of the INVITE, or null. */
    String header(String name);

    /** Returns all values of a header of the INVITE. */
    List<String> headerValues(String name);

    /** Returns all headers of the INVITE, in order, as they came. */
    List<SipHeader> headers();

    /** Returns the flow of the latest message of the peer, or the one the INVITE went out on. */
    SipFlow flow();

    /** Returns the transport that our next request in the dialog takes. */
    SipTransport way();

    /** Returns the state. */
    CallState state();

    /** Returns the messages of this call so far; any thread may read them. */
    SipLadder ladder();

    /** Sets who hears of this call; there is one listener. */
    void listener(SipCallListener listener);

    /**
     * Offers a changed session by re-INVITE: hold, resume, another address. The outcome comes as
     * {@link SipCallListener#onAnswer} or {@link SipCallListener#onOfferFailed}; a 491 is tried again by itself.
     *
     * @param sdp the offer; owned by the call from now on
     * @return false when no offer may be made now: not confirmed, or another one of either side is on the table
     */
    boolean offer(byte[] sdp);

    /**
     * Asks the peer to call somebody else instead (REFER, RFC 3515). How that goes comes as
     * {@link SipCallListener#onTransfer}; the call itself stands until one side hangs up.
     *
     * @param target checked by {@link io.sidetone.transport.sip.service.ReferTarget}
     * @param headers further headers of the REFER
     * @return false when it may not be asked now: not confirmed, or another transfer is under way
     */
    boolean transfer(SipUri target, List<SipHeader> headers);

    /** The same without further headers. */
    default boolean transfer(SipUri target) {
        return transfer(target, List.of());
    }

    /**
     * Asks the peer to take our place in {@code other}, a call of ours that stands (RFC 5589 section 7): its new call
     * carries Replaces (RFC 3891). How that goes comes as {@link SipCallListener#onTransfer}.
     *
     * @param headers further headers of the REFER
     * @return false when it may not be asked now: one of the calls is not confirmed, or another transfer is under way
     */
    boolean transferTo(SipCall other, List<SipHeader> headers);

    /** Returns whether the peer's Supported names replaces, so that a third party may take our place. */
    boolean peerTakesReplaces();

    /** Returns whether the peer's Allow names INFO. */
    boolean peerAllowsInfo();

    /**
     * Sends digits by INFO, after those sent before; the end comes as {@link SipCallListener#onDigitsSent}.
     *
     * @param digits 0–9, *, #, A–D
     * @param toneMs how long each is pressed
     * @return false when that is not possible now: not confirmed, or too many wait
     */
    boolean sendDigits(String digits, int toneMs);

    /**
     * Ends the call in whatever way its state asks for: BYE, CANCEL, 480 to an unanswered INVITE, or BYE as soon as the
     * ACK allows it. {@link SipCallListener#onEnded} is called before this returns, unless it has been.
     *
     * @param text goes into the Reason header of BYE and CANCEL; null for none
     * @param headers further headers of a BYE
     */
    void hangUp(String text, List<SipHeader> headers);

    /** The same without further headers. */
    default void hangUp(String text) {
        hangUp(text, List.of());
    }
}
