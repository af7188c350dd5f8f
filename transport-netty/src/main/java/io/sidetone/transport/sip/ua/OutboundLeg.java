package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.dialog.Dialog;
import io.sidetone.transport.sip.dialog.DialogId;
import io.sidetone.transport.sip.dialog.OfferAnswer;
import io.sidetone.transport.sip.dialog.SessionExpires;
import io.sidetone.transport.sip.dialog.SessionTimerPolicy;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.CSeq;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.transaction.ClientTransaction;
import io.sidetone.transport.sip.transaction.ClientTransactionListener;
import io.sidetone.transport.sip.transaction.SipScheduler;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A call of ours, from its INVITE on (RFC 3261 13.2). */
final class OutboundLeg extends CallLeg implements OutgoingCall, ClientTransactionListener {
    private static final int MAX_INTERVAL_RETRIES = 2;

    private final NameAddress contact;
    private final byte[] offer;
    private final SipScheduler.Timer ringing;
    private final Map<DialogId, ForkAck> forkAcks = new HashMap<>();
    private final EarlyDialogs phones;
    private ClientTransaction inviting;
    private SipRequest sentInvite;
    private SipScheduler.Timer cancelLimit;
    private String cancelText;
    private byte[] earlyAnswer;
    private DialogId agreedIn;
    private boolean cancelled;
    private boolean provisionalSeen;
    private int intervalRetries;

    /** The ACK of a phone that also picked up, for when its 2xx comes again. */
    private record ForkAck(SipRequest ack, SipFlow way) {}

    OutboundLeg(CallContext context, OutgoingCallRequest request, SipCallListener listener) {
        super(
                context,
                inviteOf(context, request),
                request.flow(),
                CallState.CALLING,
                request.account() == null ? context.account(request.flow().trunk()) : request.account());
        contact = invite().contact();
        phones = new EarlyDialogs(this, context, contact);
        offer = request.offer();
        sentInvite = invite();
        listener(listener);
        session().on(OfferAnswer.Event.OFFER_SENT, offer);
        ringing = context.scheduler().schedule(request.ringLimitNs(), this::onRingLimit);
        context.calls().add(this);
    }

    private static SipRequest inviteOf(CallContext context, OutgoingCallRequest request) {
        SipFlow flow = request.flow();
        SipRequest.Builder invite = SipRequest.builder(SipMethod.INVITE, request.target())
                .header("Via", context.via(flow))
                .header("Max-Forwards", "70")
                .header("From", request.from().withTag(context.tokens().tag()))
                .header("To", NameAddress.of(request.target()))
                .header("Call-ID", request.callId() == null ? context.tokens().callId() : request.callId())
                .header("CSeq", new CSeq(context.tokens().firstCSeq(), SipMethod.INVITE))
                .header("Contact", context.contact(flow, request.target().secure()))
                .header("User-Agent", context.settings().product())
                .header("Allow", RequestScreening.ALLOW)
                .header("Accept", SdpBody.TYPE)
                .header("Supported", RequestScreening.SUPPORTED);
        SessionTimerPolicy timers = context.sessionTimers(flow.trunk());
        if (timers.preferredSeconds() > 0) {
            invite.header("Session-Expires", Integer.toString(timers.preferredSeconds()));
            invite.header("Min-SE", Integer.toString(timers.minimumSeconds()));
        }
        for (SipHeader header : request.headers()) {
            invite.header(header.name(), header.value());
        }
        return invite.body(SdpBody.TYPE, request.offer()).build();
    }

    /** Sends the INVITE; its outcome comes through the listener, never from inside this call. */
    void begin() {
        phones.clear();
        provisionalSeen = false;
        inviting = sender().send(sentInvite, flow(), this);
        sentInvite = inviting.request();
    }

    @Override
    public void onRepeated(ClientTransaction next) {
        phones.clear();
        provisionalSeen = false;
        inviting = next;
        sentInvite = next.request();
    }

    @Override
    Dialog dialogOf(SipRequest request) {
        return dialog() == null ? phones.dialog(DialogId.of(request)) : dialog();
    }

    @Override
    boolean agreedWith(SipRequest update) {
        return super.agreedWith(update)
                || state() == CallState.RINGING && DialogId.of(update).equals(agreedIn);
    }

    @Override
    public void hangUp(String text, List<SipHeader> headers) {
        cancelText = text;
        super.hangUp(text, headers);
    }

    private void onRingLimit() {
        if (state() == CallState.CALLING || state() == CallState.RINGING) {
            end(SipEndCause.of(SipEndCause.Kind.NO_ANSWER));
        }
    }

    @Override
    void cancelInvite() {
        if (cancelled || !provisionalSeen) {
            // RFC 3261 9.1: no CANCEL before the first response; timer B ends the INVITE if none ever comes.
            return;
        }
        cancelled = true;
        SipRequest cancel = CallContext.cancelOf(sentInvite, cancelText);
        record(cancel, true);
        context().layer().send(cancel, inviting.flow(), DialogRequests.Indifferent.INSTANCE);
        // RFC 3261 9.1: without a final response in 64·T1 the INVITE counts as cancelled.
        cancelLimit = context()
                .scheduler()
                .schedule(context().settings().timers().timeoutNs(), () -> {
                    inviting.abandon();
                    fire(CallState.Event.FAIL, null);
                });
    }

    @Override
    void onRelease() {
        phones.clear();
        ringing.cancel();
        if (cancelLimit != null) {
            cancelLimit.cancel();
        }
    }

    @Override
    public void onResponse(ClientTransaction transaction, SipResponse response, long nowNs) {
        if (transaction != inviting) {
            return;
        }
        if (response.isSuccess()) {
            onSuccess(response);
            return;
        }
        record(response, false);
        if (response.isProvisional()) {
            onProvisional(response);
        } else if (response.statusCode() == 422 && retryWithLongerInterval(response)) {
            begin();
        } else {
            if (response.statusCode() < 400) {
                context().shield(() -> listener().onRedirected(Redirection.of(response)));
            }
            SipEndCause cause = new SipEndCause(
                    SipEndCause.Kind.REFUSED_BY_PEER, response.statusCode(), ReasonHeader.words(response));
            fire(CallState.Event.REFUSED, cause);
        }
    }

    private void onProvisional(SipResponse response) {
        provisionalSeen = true;
        if (response.statusCode() > 100 && !phones.acknowledge(sentInvite, response, inviting.flow())) {
            return;
        }
        fire(CallState.Event.PROVISIONAL, null);
        if (response.statusCode() > 100 && state() == CallState.RINGING) {
            byte[] sdp = early(response);
            context().shield(() -> listener().onProgress(response.statusCode(), sdp));
        }
    }

    /**
     * Returns the session description that counts of a provisional response, or null. A reliable one is the answer to our
     * offer; what follows in that dialog repeats it (RFC 3261 13.2.1, RFC 6337 section 3.1).
     */
    private byte[] early(SipResponse response) {
        byte[] sdp = SdpBody.of(response);
        DialogId id = DialogId.of(response);
        if (sdp == null || id.equals(agreedIn)) {
            return null;
        }
        earlyAnswer = sdp;
        phones.described(id, sdp);
        if (phones.dialog(id) != null && session().on(OfferAnswer.Event.ANSWER_RECEIVED, sdp)) {
            agreedIn = id;
        }
        return sdp;
    }

    private void onSuccess(SipResponse response) {
        DialogId id = DialogId.of(response);
        if (dialog() == null) {
            record(response, false);
            onAnswered(response);
        } else if (dialog().id().equals(id)) {
            ownRequests().acknowledge(response, true);
        } else {
            onFork(response, id);
        }
    }

    private void onAnswered(SipResponse response) {
        ringing.cancel();
        if (cancelLimit != null) {
            cancelLimit.cancel();
        }
        establish(phones.confirmed(sentInvite, response), response);
        ownRequests().acknowledge(response, false);
        byte[] answer = answerOf(response);
        fire(CallState.Event.SUCCESS, null);
        if (state() != CallState.CONFIRMED) {
            return;
        }
        if (answer == null) {
            end(SipEndCause.of(SipEndCause.Kind.NO_SESSION_DESCRIPTION));
            return;
        }
        sessionTimer().restart(SessionExpires.of(response), true);
        context().shield(() -> listener().onAnswered(answer));
    }

    /** Returns the description of the peer that is in force now, or null. */
    private byte[] answerOf(SipResponse success) {
        phones.only(dialog().id());
        if (dialog().id().equals(agreedIn)) {
            return session().remoteSdp();
        }
        if (agreedIn != null) {
            // Another phone agreed before this one picked up: the offer is answered anew.
            session().on(OfferAnswer.Event.OFFER_SENT, offer);
        }
        byte[] inResponse = SdpBody.of(success);
        // What counts is what the phone said that picked up; the newest of all is for peers that change their tag
        // between 183 and 200.
        byte[] early = phones.description(dialog().id());
        byte[] answer = inResponse != null ? inResponse : early != null ? early : earlyAnswer;
        session().on(answer == null ? OfferAnswer.Event.WITHDRAWN : OfferAnswer.Event.ANSWER_RECEIVED, answer);
        return answer;
    }

    /** A second phone picked up too: acknowledge it, as every 2xx has to be, and hang up on it (RFC 3261 13.2.2.4). */
    private void onFork(SipResponse response, DialogId id) {
        ForkAck known = forkAcks.get(id);
        if (known != null) {
            context().send(known.ack(), known.way());
            return;
        }
        record(response, false);
        Dialog fork = phones.confirmed(sentInvite, response);
        SipFlow way = context().wayTo(fork, inviting.flow());
        SipRequest ack = sender().acknowledge(
                        fork.ack(response.cseq().number(), context().via(way)));
        forkAcks.put(id, new ForkAck(ack, way));
        record(ack, true);
        context().send(ack, way);
        SipRequest bye = fork.request(SipMethod.BYE, context().via(way)).build();
        record(bye, true);
        context().layer().send(bye, way, DialogRequests.Indifferent.INSTANCE);
    }

    private boolean retryWithLongerInterval(SipResponse response) {
        int minimum = SessionExpires.minimum(response, 0);
        if (state() == CallState.CANCELLING || minimum == 0 || intervalRetries >= MAX_INTERVAL_RETRIES) {
            return false;
        }
        intervalRetries++;
        sentInvite = Dialog.again(
                        sentInvite, context().via(flow()), sentInvite.cseq().number() + 1)
                .toBuilder()
                .replaceHeader("Session-Expires", Integer.toString(minimum))
                .replaceHeader("Min-SE", Integer.toString(minimum))
                .build();
        return true;
    }

    @Override
    public void onTimeout(ClientTransaction transaction, long nowNs) {
        fire(CallState.Event.FAIL, new SipEndCause(SipEndCause.Kind.NO_RESPONSE, 408, ""));
    }

    @Override
    public void onUnsent(ClientTransaction transaction, long nowNs) {
        if (state() != CallState.ENDED && dialog() == null) {
            String problem = transaction.flow().problem();
            fire(CallState.Event.FAIL, new SipEndCause(SipEndCause.Kind.TRANSPORT_FAILED, 0, problem));
        }
    }
}
