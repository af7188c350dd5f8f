package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipRequest;
import java.util.List;

/** A call of the peer (RFC 3261 13.3). SIP event loop only. */
public interface IncomingCall extends SipCall {
    /** Returns the INVITE. */
    SipRequest invite();

    /** Returns the offer of the INVITE, or null when the peer wants ours in the 200 and answers in the ACK. */
    byte[] remoteOffer();

    /** Sends 180. Returns false when the call is no longer undecided. */
    boolean ringing();

    /**
     * Returns the call whose place this one is to take (RFC 3891), or null. It stands, and it came over the same trunk; when
     * this call is answered, the application hangs up the other.
     */
    SipCall replaces();

    /**
     * Sends a provisional response with an answer, for early media.
     *
     * @param status 181–189
     * @param sdp the answer to {@link #remoteOffer}; null for none
     * @return false when the call is no longer undecided
     */
    boolean progress(int status, byte[] sdp);

    /**
     * Sends 200 and repeats it until the ACK. Without ACK within 64·T1 the call ends with BYE.
     *
     * @param sdp the answer to {@link #remoteOffer}, or our offer when there is none; owned by the call from now on
     * @param headers further headers of the 200
     * @return false when the call is no longer undecided: cancelled meanwhile, for instance
     */
    boolean answer(byte[] sdp, List<SipHeader> headers);

    /** The same without further headers. */
    default boolean answer(byte[] sdp) {
        return answer(sdp, List.of());
    }

    /**
     * Refuses the call.
     *
     * @param status 300–699
     * @param reason the reason phrase; null for the usual one
     * @param headers further headers: Retry-After, Warning, Contact of a redirection
     * @return false when the call is no longer undecided
     */
    boolean reject(int status, String reason, SipHeader... headers);
}
