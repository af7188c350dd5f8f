package io.sidetone.transport.trunk;

import io.sidetone.transport.rtp.RtpEndpoint;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.sdp.AudioCodec;
import io.sidetone.transport.sip.sdp.SdpNegotiator;
import java.util.List;

/** How calls of ours are, by the name of their trunk. SIP event loop only. */
interface OutboundTerms {
    /** Codecs to offer, all of one rate: the lane opens before the answer says which it is. */
    List<AudioCodec> codecs(String trunk);

    /** Where a call takes place. */
    TrunkCall.Site site(String trunk);

    /** Returns who describes our media over {@code flow}; null where it must be encrypted and its keys may not go that way. */
    SdpNegotiator describe(SipFlow flow, RtpEndpoint endpoint, List<AudioCodec> ours);
}
