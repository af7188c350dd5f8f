package io.sidetone.transport.trunk;

import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.locate.SipTarget;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.sdp.SdpCodec;
import io.sidetone.transport.sip.service.Referral;
import io.sidetone.transport.trunk.link.TrunkSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;

/**
 * Decides on what peers ask by REFER: that our agent talks to somebody else. The trunk of the call has to be one that we call, and
 * the target one that this server may call. SIP event loop only.
 */
final class Referrals {
    private static final int DECLINE = 603;

    private final OutboundRoute way;
    private final TrunkTerms terms;
    private final BiFunction<String, SipUri, String> refusal;
    private final BiPredicate<String, InetAddress> inside;

    /**
     * Creates it.
     *
     * @param refusal why a peer of a trunk, by its name, may not have us call somebody; empty where it may
     * @param inside whether an address is one that a trunk, by its name, calls from
     */
    Referrals(
            OutboundRoute way,
            TrunkTerms terms,
            BiFunction<String, SipUri, String> refusal,
            BiPredicate<String, InetAddress> inside) {
        this.way = way;
        this.terms = terms;
        this.refusal = refusal;
        this.inside = inside;
    }

    /** Follows a REFER of the peer of {@code call}, or refuses it; returns the dialog that is being set up, or null. */
    ReferredDialog follow(TrunkCall call, Referral referral) {
        TrunkSettings peer = call.trunk() == null ? null : way.trunk(call.trunk());
        String why = peer == null
                ? "trunk " + call.trunk() + " has no to, so it cannot be called"
                : refusal.apply(peer.name(), referral.target());
        if (!why.isEmpty()) {
            call.note(referral.referredBy() + " asks us by REFER to call " + referral.target() + ", which is refused: "
                    + why);
            referral.refuse(DECLINE);
            return null;
        }
        List<SdpCodec> codecs = terms.profile(peer.name()).codecs();
        ReferredDialog dialog = new ReferredDialog(
                call, referral, peer, way, encrypted -> terms.describe(peer.name(), encrypted, call.media(), codecs));
        dialog.begin(direct(peer.name(), referral.target()));
        return dialog;
    }

    /** A telephone or a server of the trunk's own that the target names by its address is called there; null for others. */
    private SipTarget direct(String trunk, SipUri target) {
        InetAddress address = target.literalHost();
        SipTransport written = SipTransport.of(target.transport());
        SipTransport transport = target.secure() ? SipTransport.TLS : written == null ? SipTransport.UDP : written;
        int port = target.port() > 0 ? target.port() : transport.defaultPort();
        return address != null && inside.test(trunk, address)
                ? new SipTarget(transport, new InetSocketAddress(address, port))
                : null;
    }
}
