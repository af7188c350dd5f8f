package io.sidetone.transport.trunk;

import io.sidetone.transport.rtp.RtpEndpoint;
import io.sidetone.transport.sip.sdp.AudioCodec;
import io.sidetone.transport.sip.sdp.SdpNegotiator;
import java.util.List;
import java.util.function.BooleanSupplier;

/** How calls of ours are, by the name of their trunk. SIP event loop only. */
interface OutboundTerms {
    /** Codecs to offer, the preferred first: the call has its rate, and sound of another one is converted. */
    List<AudioCodec> codecs(String trunk);

    /** Where a call takes place. */
    TrunkCall.Site site(String trunk);

    /**
     * Returns who describes our media; null where it must be encrypted and its keys may not go that way.
     *
     * @param encryptedSignalling whether nobody can read the call's messages now
     */
    SdpNegotiator describe(
            String trunk, BooleanSupplier encryptedSignalling, RtpEndpoint endpoint, List<AudioCodec> ours);
}
