package io.sidetone.transport.trunk;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.transport.rtp.RtpEndpoint;
import io.sidetone.transport.sip.digest.AuthenticatedFlow;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.locate.Located;
import io.sidetone.transport.sip.locate.SipTarget;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.sdp.SdpDirection;
import io.sidetone.transport.sip.sdp.SdpNegotiator;
import io.sidetone.transport.sip.sdp.SessionDescription;
import io.sidetone.transport.sip.ua.OfferReply;
import io.sidetone.transport.sip.ua.OutgoingCall;
import io.sidetone.transport.sip.ua.OutgoingCallRequest;
import io.sidetone.transport.sip.ua.SipEndCause;
import io.sidetone.transport.trunk.link.TrunkSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A call of ours: dialled when its lane is ready, at one server of the trunk after the other until one answers (RFC 3263
 * section 4.3), and elsewhere where a 3xx says so.
 */
final class OutboundTrunkCall extends TrunkCall {
    private static final Logger LOG = LoggerFactory.getLogger(OutboundTrunkCall.class);
    private static final int UNAVAILABLE = 503;

    private final String callId;
    private final OutboundOrder order;
    private final TrunkSettings peer;
    private final OutboundRoute way;
    private final Function<BooleanSupplier, SdpNegotiator> describer;
    private final Queue<SipTarget> servers = new ArrayDeque<>();
    private SipUri target;
    private OutgoingCall leg;
    private long giveUpNs;
    private int redirects;
    private int attempts;
    private SessionDescription offer;
    private byte[] answer;
    private SipUri redirected;

    OutboundTrunkCall(
            String callId,
            OutboundOrder order,
            TrunkSettings peer,
            OutboundRoute way,
            Function<BooleanSupplier, SdpNegotiator> describer,
            Admission admission,
            RtpEndpoint media,
            Site site,
            Runnable onReleased) {
        super(admission, media, site, onReleased);
        this.callId = callId;
        this.order = order;
        this.peer = peer;
        this.way = way;
        this.describer = describer;
        this.target = order.target();
        this.redirects = order.redirects();
    }

    @Override
    public void answer() {
        onLoop(() -> {
            if (state() == State.RINGING) {
                giveUpNs = nowNs() + order.ringLimitNs();
                order.watch().onDialled(this);
                way.servers(peer.name(), this::onLocated);
            }
        });
    }

    private void onLocated(Located located) {
        if (state() != State.RINGING) {
            return;
        }
        servers.addAll(located.targets());
        if (servers.isEmpty()) {
            LOG.warn("Trunk {}: no call to {}: {}", peer.name(), target, located.problem());
            over(SipEndCause.Kind.TRANSPORT_FAILED);
        } else {
            dial();
        }
    }

    private void dial() {
        SipFlow flow = new AuthenticatedFlow(way.open(servers.peek()), peer.name());
        if (target.secure() && !flow.transport().encrypted()) {
            LOG.warn(
                    "Trunk {}: no call to {}: sips: goes over TLS only (RFC 3261 26.2.2); use transport=tls",
                    peer.name(),
                    target);
            over(SipEndCause.Kind.TRANSPORT_FAILED);
            return;
        }
        leg = null;
        SdpNegotiator negotiator = describer.apply(
                () -> (leg == null ? flow : leg.flow()).transport().encrypted());
        if (negotiator == null) {
            LOG.warn(
                    "Trunk {}: no call to {}: its media has to be encrypted, and its signalling is not; use transport=tls",
                    peer.name(),
                    target);
            over(SipEndCause.Kind.NO_SESSION_DESCRIPTION);
            return;
        }
        describedBy(negotiator);
        offer = negotiator.offer(SdpDirection.SENDRECV);
        answer = null;
        NameAddress from = NameAddress.of(SipUri.sip(order.caller(), peer.domain(), 0));
        leg = way.call(
                new OutgoingCallRequest(
                        target,
                        from,
                        flow,
                        offer.encode(),
                        inviteHeaders(),
                        Math.max(1, giveUpNs - nowNs()),
                        peer.account(),
                        sipCallId()),
                this);
        carriedBy(leg);
        publish(LaneEventType.DIAL_PROGRESS, 0, 0, null);
    }

    /** Returns the headers: what the order says counts more than what the trunk says. */
    private List<SipHeader> inviteHeaders() {
        List<SipHeader> headers = new ArrayList<>(peer.inviteHeaders(order.caller()));
        for (SipHeader own : headers()) {
            headers.removeIf(header -> header.is(own.name()));
            headers.add(own);
        }
        for (SipHeader ordered : order.headers()) {
            headers.removeIf(header -> header.is(ordered.name()));
        }
        headers.addAll(order.headers());
        return headers;
    }

    /** Ours, so that both sides' logs name one call alike; each attempt is a dialog of its own. */
    private String sipCallId() {
        attempts++;
        return attempts == 1 ? callId : callId + "-" + attempts;
    }

    /** Returns the id of the call of ours that an INVITE with this Call-ID would be, if it were one. */
    static String callIdOf(String sipCallId) {
        int attempt = sipCallId.indexOf('-');
        return attempt < 0 ? sipCallId : sipCallId.substring(0, attempt);
    }

    @Override
    public void onProgress(int status, byte[] sdp) {
        publish(LaneEventType.DIAL_PROGRESS, status, 0, null);
        order.watch().onProgress(status);
        if (sdp != null && order.earlyMedia()) {
            take(sdp);
        }
    }

    @Override
    public void onAnswered(byte[] sdp) {
        answered();
        take(sdp);
        if (agreed() != null) {
            publish(LaneEventType.ANSWERED, 0, 0, null);
            order.watch().onAnswered(this);
        }
    }

    @Override
    public void onOffer(byte[] sdp, boolean unchanged, OfferReply reply) {
        super.onOffer(sdp, unchanged, reply);
        // Before the answer: the 200 brings nothing that is newer.
        answer = sdp;
    }

    /** Takes the answer to our offer; the 200 may repeat that of a 183. */
    private void take(byte[] sdp) {
        if (!Arrays.equals(sdp, answer)) {
            answer = sdp;
            accept(offer, sdp);
        }
    }

    @Override
    public void onRedirected(List<SipUri> contacts) {
        redirected = redirects == 0
                ? null
                : contacts.stream().filter(order.allowed()).findFirst().orElse(null);
    }

    @Override
    public void onEnded(SipEndCause cause) {
        if (state() == State.RINGING && follow(cause)) {
            dial();
        } else {
            ended(cause);
        }
    }

    /** Returns whether there is another place to try; then it is the next one. */
    private boolean follow(SipEndCause cause) {
        if (redirected != null) {
            target = redirected;
            redirected = null;
            redirects--;
            return true;
        }
        boolean unavailable =
                switch (cause.kind()) {
                    case TRANSPORT_FAILED, NO_RESPONSE -> true;
                    case REFUSED_BY_PEER -> cause.statusCode() == UNAVAILABLE;
                    default -> false;
                };
        if (unavailable && servers.size() > 1 && nowNs() - giveUpNs < 0) {
            servers.poll();
            return true;
        }
        return false;
    }

    private void over(SipEndCause.Kind kind) {
        ended(new SipEndCause(kind, 0, ""));
    }

    private void ended(SipEndCause cause) {
        super.onEnded(cause);
        order.watch().onEnded(cause.statusCode());
    }

    @Override
    void refuse(EndCause cause) {
        if (leg == null) {
            order.watch().onEnded(0);
        } else {
            leg.hangUp(cause.reason());
        }
    }

    @Override
    String id() {
        return callId;
    }

    @Override
    String ourName() {
        return order.caller();
    }

    @Override
    EndCause causeOf(SipEndCause cause) {
        return CallEnds.causeOfOurs(cause);
    }
}
