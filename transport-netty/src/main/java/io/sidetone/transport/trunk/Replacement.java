package io.sidetone.transport.trunk;

import io.sidetone.transport.rtp.RtpEndpoint;
import io.sidetone.transport.sip.sdp.SdpDirection;
import io.sidetone.transport.sip.sdp.SdpNegotiator;
import io.sidetone.transport.sip.sdp.SdpOutcome;
import io.sidetone.transport.sip.sdp.SdpParseException;
import io.sidetone.transport.sip.sdp.SessionDescription;
import io.sidetone.transport.sip.ua.IncomingCall;
import io.sidetone.transport.trunk.media.MediaNegotiation;

/**
 * A call of the peer's side that is to take the place of another (RFC 3891), and our side of it.
 *
 * @param next the call
 * @param describes our side of it
 * @param agreed what its offer and our answer come to; null where it has no offer
 * @param offer ours where it has none, else null
 */
record Replacement(IncomingCall next, SdpNegotiator describes, SdpOutcome.Agreed agreed, SessionDescription offer) {
    /** Reads its offer, or makes ours; null where that cannot be answered, which has been said. */
    static Replacement of(IncomingCall next, SdpNegotiator describes, SdpDirection wanted, RtpEndpoint media) {
        if (next.remoteOffer() == null) {
            return new Replacement(next, describes, null, describes.offer(wanted));
        }
        try {
            SdpOutcome outcome = MediaNegotiation.admitted(
                    describes.answer(SessionDescription.parse(next.remoteOffer()), wanted),
                    media,
                    next.flow().remote().getAddress());
            if (outcome instanceof SdpOutcome.Agreed good) {
                return new Replacement(next, describes, good, null);
            }
            SdpOutcome.Refused refused = (SdpOutcome.Refused) outcome;
            next.reject(refused.statusCode(), null, SipTrunk.warning(refused));
        } catch (SdpParseException bad) {
            next.reject(400, "Bad Session Description");
        }
        return null;
    }

    /** Returns the session description of our 200. */
    byte[] answer() {
        return (agreed == null ? offer : agreed.local()).encode();
    }
}
