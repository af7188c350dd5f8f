package io.sidetone.transport.trunk;

import io.sidetone.transport.sip.digest.AuthenticatedFlow;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.locate.Located;
import io.sidetone.transport.sip.locate.SipTarget;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.sdp.SdpNegotiator;
import io.sidetone.transport.sip.sdp.SdpOutcome;
import io.sidetone.transport.sip.sdp.SessionDescription;
import io.sidetone.transport.sip.service.Referral;
import io.sidetone.transport.sip.service.Replaces;
import io.sidetone.transport.sip.ua.OutgoingCall;
import io.sidetone.transport.sip.ua.OutgoingCallRequest;
import io.sidetone.transport.sip.ua.SipCallListener;
import io.sidetone.transport.sip.ua.SipEndCause;
import io.sidetone.transport.trunk.link.TrunkSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The call that a REFER of the peer asked for. When it is answered, it carries the call of the agent from then on; until then,
 * and when it fails, the dialog before does. SIP event loop only.
 */
final class ReferredDialog implements SipCallListener {
    private static final long RING_LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int OK = 200;
    private static final int TIMEOUT = 408;
    private static final int UNSUPPORTED_SCHEME = 416;
    private static final int UNAVAILABLE = 503;
    private static final int NOT_ACCEPTABLE = 488;

    private final TrunkCall call;
    private final Referral referral;
    private final TrunkSettings peer;
    private final OutboundRoute way;
    private final Function<BooleanSupplier, SdpNegotiator> describer;
    private final Queue<SipTarget> servers = new ArrayDeque<>();
    private SdpNegotiator negotiator;
    private SessionDescription offer;
    private OutgoingCall leg;
    private boolean over;

    /**
     * A call that is yet to be placed.
     *
     * @param describer describes our media by whether the signalling is encrypted; null from it where it cannot be had
     */
    ReferredDialog(
            TrunkCall call,
            Referral referral,
            TrunkSettings peer,
            OutboundRoute way,
            Function<BooleanSupplier, SdpNegotiator> describer) {
        this.call = call;
        this.referral = referral;
        this.peer = peer;
        this.way = way;
        this.describer = describer;
    }

    /** Places it, at {@code direct} or at the servers of the trunk where that is null. */
    void begin(SipTarget direct) {
        referral.accept();
        if (direct != null) {
            servers.add(direct);
            dial();
            return;
        }
        way.servers(peer.name(), this::onLocated);
    }

    /** Returns whether the call may still come about. */
    boolean open() {
        return !over;
    }

    /** The call of the agent is over, or carried by another dialog. */
    void stop() {
        if (!over) {
            over = true;
            if (leg != null) {
                leg.hangUp("the call has ended");
            }
        }
    }

    private void onLocated(Located located) {
        servers.addAll(located.targets());
        dial();
    }

    private void dial() {
        SipTarget server = servers.poll();
        if (over) {
            return;
        }
        if (server == null) {
            fail(UNAVAILABLE);
            return;
        }
        SipFlow flow = new AuthenticatedFlow(way.open(server), peer.name());
        if (referral.target().secure() && !flow.transport().encrypted()) {
            // RFC 3261 section 26.2.2: a URI of sips goes over TLS or not at all.
            fail(UNSUPPORTED_SCHEME);
            return;
        }
        leg = null;
        negotiator = describer.apply(
                () -> (leg == null ? flow : leg.flow()).transport().encrypted());
        if (negotiator == null) {
            fail(NOT_ACCEPTABLE);
            return;
        }
        offer = negotiator.offer(call.wanted());
        NameAddress from = NameAddress.of(SipUri.sip(call.ourName(), peer.domain(), 0));
        leg = way.call(
                new OutgoingCallRequest(
                        referral.target(), from, flow, offer.encode(), headers(), RING_LIMIT_NS, peer.account(), null),
                this);
    }

    /** A call that is to replace another must not become one more (RFC 5589 section 7.1). */
    private List<SipHeader> headers() {
        List<SipHeader> headers = new ArrayList<>(peer.inviteHeaders(call.ourName()));
        headers.add(new SipHeader("Referred-By", referral.referredBy()));
        if (referral.replaces() != null) {
            headers.add(new SipHeader("Require", Replaces.TAG));
            headers.add(new SipHeader(Replaces.NAME, referral.replaces().toString()));
        }
        return headers;
    }

    @Override
    public void onProgress(int status, byte[] sdp) {
        referral.progress(status);
    }

    @Override
    public void onAnswered(byte[] sdp) {
        SdpOutcome outcome = TrunkControl.outcome(negotiator, offer, sdp);
        if (over) {
            return;
        }
        over = true;
        if (outcome instanceof SdpOutcome.Agreed agreed) {
            referral.progress(OK);
            call.movesTo(leg, negotiator, agreed);
        } else {
            referral.progress(NOT_ACCEPTABLE);
            leg.hangUp("the answer cannot be used");
        }
    }

    @Override
    public void onEnded(SipEndCause cause) {
        if (over) {
            return;
        }
        boolean unreached = cause.kind() == SipEndCause.Kind.TRANSPORT_FAILED
                || cause.kind() == SipEndCause.Kind.NO_RESPONSE
                || cause.statusCode() == UNAVAILABLE;
        if (unreached && !servers.isEmpty()) {
            dial();
        } else {
            fail(cause.statusCode() >= 300 ? cause.statusCode() : unreached ? UNAVAILABLE : TIMEOUT);
        }
    }

    private void fail(int status) {
        over = true;
        call.note("the call to " + referral.target() + " that REFER asked for failed with " + status
                + (negotiator == null && status == NOT_ACCEPTABLE
                        ? ": its media has to be encrypted, and its signalling is not"
                        : ""));
        referral.progress(status);
    }
}
