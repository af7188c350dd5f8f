package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.dialog.Dialog;
import io.sidetone.transport.sip.dialog.OfferAnswer;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.transaction.ServerTransaction;
import io.sidetone.transport.sip.transaction.ServerTransactionListener;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import io.sidetone.transport.sip.transaction.SipScheduler;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A call of the peer, from its INVITE on (RFC 3261 13.3). */
final class InboundLeg extends CallLeg implements IncomingCall, ServerTransactionListener {
    private static final int LONGEST_EXPIRES_DIGITS = 9;

    private final ServerTransaction transaction;
    private final String localTag;
    private final byte[] remoteOffer;
    private final SipScheduler.Timer decision;
    private final ReliableProvisionals provisionals;
    private final boolean reliable;
    private final CallLeg replaces;
    private Runnable heldAnswer;

    /** Creates the call of an INVITE that is to take the place of {@code replaces}, null for none. */
    InboundLeg(CallContext context, ServerTransaction transaction, CallLeg replaces) {
        super(
                context,
                transaction.request(),
                transaction.flow(),
                CallState.INVITED,
                context.account(transaction.flow().trunk()));
        this.transaction = transaction;
        this.replaces = replaces;
        this.localTag = context.tokens().tag();
        this.remoteOffer = SdpBody.of(invite());
        this.provisionals = new ReliableProvisionals(this, transaction, this::onUnacknowledged);
        this.reliable = invite().lists("Require", RequestScreening.RELIABLE);
        if (remoteOffer != null) {
            session().on(OfferAnswer.Event.OFFER_RECEIVED, remoteOffer);
        }
        establish(
                Dialog.ofServer(
                        invite(),
                        localTag,
                        context.contact(flow(), secure(invite(), flow())),
                        context.tokens().firstCSeq()),
                invite());
        record(invite(), false);
        decision = context.scheduler().schedule(decisionNs(), this::onUndecided);
        transaction.listener(this);
        context.calls().add(this);
    }

    /**
     * RFC 3261 12.1.1: what was dialled, or who the next hop of the peer is. Where a proxy in front of us ends TLS, a URI of
     * sips would lead nowhere.
     */
    private static boolean secure(SipRequest invite, SipFlow flow) {
        List<NameAddress> hops = invite.recordRoutes();
        SipUri next = hops.isEmpty() ? invite.contact().uri() : hops.get(0).uri();
        return flow.transport().encrypted() && (invite.requestUri().secure() || next.secure());
    }

    /** The application's time, or the INVITE's Expires when that is shorter (RFC 3261 13.3.1). */
    private long decisionNs() {
        long limitNs = context().settings().waits().decisionNs();
        String expires = invite().header("Expires");
        if (expires == null
                || expires.isEmpty()
                || expires.length() > LONGEST_EXPIRES_DIGITS
                || !expires.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return limitNs;
        }
        return Math.min(limitNs, TimeUnit.SECONDS.toNanos(Long.parseLong(expires)));
    }

    /** Sends 100 at once, before the application is asked (RFC 3261 17.2.1 allows 200 ms). */
    void trying() {
        respond(transaction, context().answer(invite(), 100, null, null).build());
    }

    @Override
    public byte[] remoteOffer() {
        return remoteOffer;
    }

    @Override
    public boolean ringing() {
        return provisional(180, null);
    }

    @Override
    public SipCall replaces() {
        return replaces;
    }

    @Override
    public boolean progress(int status, byte[] sdp) {
        if (status < 180 || status > 199) {
            throw new IllegalArgumentException("status " + status
                    + " is no provisional response of a ringing call (RFC 3261 section 21.1); use 180 to 199");
        }
        return provisional(status, sdp);
    }

    private boolean provisional(int status, byte[] sdp) {
        if (!undecided()) {
            return false;
        }
        if (reliable && remoteOffer == null && sdp == null) {
            // The first reliable response would have to carry our offer (RFC 3262 section 5); that is for the 200.
            return true;
        }
        SipResponse.Builder response = begin(status, null);
        if (sdp != null) {
            response.body(SdpBody.TYPE, sdp);
        }
        if (reliable) {
            provisionals.send(response);
            return true;
        }
        return respond(transaction, response.build());
    }

    @Override
    public boolean answer(byte[] sdp, List<SipHeader> headers) {
        Objects.requireNonNull(sdp, "sdp");
        if (!undecided() || heldAnswer != null) {
            return false;
        }
        if (provisionals.open()) {
            heldAnswer = () -> accept(sdp, headers);
        } else {
            accept(sdp, headers);
        }
        return true;
    }

    private void accept(byte[] sdp, List<SipHeader> headers) {
        decision.cancel();
        provisionals.stop();
        boolean offering = remoteOffer == null;
        session().on(offering ? OfferAnswer.Event.OFFER_SENT : OfferAnswer.Event.ANSWER_SENT, sdp);
        SipResponse.Builder response = begin(200, null).header("Accept", SdpBody.TYPE);
        headers.forEach(header -> response.header(header.name(), header.value()));
        agreeSessionTimer(invite(), response);
        response.body(SdpBody.TYPE, sdp);
        fire(CallState.Event.ANSWER, null);
        succeed(transaction, response.build(), offering, true);
    }

    /** Returns the provisional responses that wait for PRACK. */
    ReliableProvisionals provisionals() {
        return provisionals;
    }

    /** The peer acknowledged a provisional response; an answer that had to wait for it goes now. */
    void onPrack() {
        provisionals.acknowledged();
        if (heldAnswer != null && state() == CallState.INVITED && !provisionals.open()) {
            Runnable answer = heldAnswer;
            heldAnswer = null;
            answer.run();
        }
    }

    /** RFC 3262 section 3: an INVITE whose provisional response is never acknowledged gets a 5xx. */
    private void onUnacknowledged() {
        if (state() == CallState.INVITED) {
            context().count(SipCoreCounter.ACK_TIMEOUTS);
            finish(Refusal.of(504), CallState.Event.REJECT, SipEndCause.Kind.ACK_TIMEOUT);
        }
    }

    @Override
    public boolean reject(int status, String reason, SipHeader... headers) {
        if (status < 300 || status > 699) {
            throw new IllegalArgumentException(
                    "status " + status + " does not refuse a call (RFC 3261 section 21); use 300 to 699");
        }
        if (!undecided()) {
            return false;
        }
        finish(new Refusal(status, reason, List.of(headers)), CallState.Event.REJECT, SipEndCause.Kind.REJECTED);
        return true;
    }

    @Override
    public void hangUp(String text, List<SipHeader> headers) {
        if (state() == CallState.INVITED) {
            SipEndCause cause = new SipEndCause(SipEndCause.Kind.HUNG_UP, 480, text);
            respondFinal(Refusal.of(480));
            fire(CallState.Event.REJECT, cause);
        } else {
            super.hangUp(text, headers);
        }
    }

    private boolean undecided() {
        if (state() == CallState.INVITED) {
            return true;
        }
        context().count(SipCoreCounter.ILLEGAL_CALL_EVENTS);
        return false;
    }

    private SipResponse.Builder begin(int status, String reason) {
        return context()
                .answer(invite(), status, reason, localTag)
                .header("Contact", dialog().localContact())
                .header("Allow", RequestScreening.ALLOW)
                .header("Supported", RequestScreening.SUPPORTED);
    }

    private void finish(Refusal refusal, CallState.Event event, SipEndCause.Kind kind) {
        respondFinal(refusal);
        fire(event, new SipEndCause(kind, refusal.status(), refusal.reason()));
    }

    private void respondFinal(Refusal refusal) {
        decision.cancel();
        provisionals.stop();
        respond(transaction, context().answer(invite(), refusal, localTag));
    }

    private void onUndecided() {
        finish(Refusal.of(480), CallState.Event.REJECT, SipEndCause.Kind.NOT_DECIDED);
    }

    /** The application failed on the very INVITE. */
    void onApplicationFailure() {
        if (state() == CallState.INVITED) {
            finish(Refusal.of(500), CallState.Event.REJECT, SipEndCause.Kind.REJECTED);
        }
    }

    /** The peer hung up a call we had not answered: the INVITE still gets its final answer (RFC 3261 15.1.2). */
    void onPeerBye(SipRequest bye) {
        if (state() == CallState.INVITED) {
            respondFinal(Refusal.of(487));
        }
        fire(CallState.Event.PEER_BYE, ReasonHeader.causeOf(SipEndCause.Kind.PEER_HUNG_UP, bye));
    }

    @Override
    public void onCancel(ServerTransaction cancel, long nowNs) {
        SipRequest request = cancel.request();
        record(request, false);
        respond(cancel, context().answer(request, 200, null, localTag).build());
        if (state() != CallState.INVITED) {
            // Too late: the final response is under way and the caller will send ACK and BYE (RFC 3261 9.2).
            return;
        }
        context().count(SipCoreCounter.CALLS_CANCELLED);
        respondFinal(Refusal.of(487));
        context().shield(listener()::onCancelled);
        fire(CallState.Event.PEER_CANCEL, ReasonHeader.causeOf(SipEndCause.Kind.PEER_CANCELLED, request));
    }

    @Override
    public void onAck(SipRequest ack, long nowNs) {
        if (state() != CallState.ENDED) {
            onAck(ack, transaction.flow());
        }
    }

    @Override
    public void onUnsent(ServerTransaction unsent, long nowNs) {
        if (state() == CallState.INVITED) {
            respondFinal(Refusal.of(487));
        }
        if (state() == CallState.INVITED || state() == CallState.ACCEPTED || state() == CallState.CLOSING) {
            fire(CallState.Event.FAIL, SipEndCause.of(SipEndCause.Kind.TRANSPORT_FAILED));
        }
    }

    @Override
    void cancelInvite() {
        throw new IllegalStateException("only calls of ours are cancelled; the table must not ask for it here");
    }

    @Override
    void onRelease() {
        decision.cancel();
        provisionals.stop();
    }
}
