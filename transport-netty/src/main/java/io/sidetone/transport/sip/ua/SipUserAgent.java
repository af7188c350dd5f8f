package io.sidetone.transport.sip.ua;

import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.sip.dialog.DialogId;
import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.Via;
import io.sidetone.transport.sip.service.Replaces;
import io.sidetone.transport.sip.transaction.FlowOpener;
import io.sidetone.transport.sip.transaction.ServerTransaction;
import io.sidetone.transport.sip.transaction.ServerTransactionListener;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import io.sidetone.transport.sip.transaction.SipScheduler;
import io.sidetone.transport.sip.transaction.SipTokens;
import io.sidetone.transport.sip.transaction.TransactionLayer;
import io.sidetone.transport.sip.transaction.TransactionUser;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * A SIP endpoint: takes calls and places them. It answers by itself whatever needs no application: retransmissions, 100,
 * OPTIONS, unknown methods and extensions, crossed offers, session refreshes without an offer.
 *
 * <p>Everything happens on one SIP event loop: the transaction layer, the scheduler and the application's callbacks share
 * it, so nothing here locks and nothing may block.
 */
public final class SipUserAgent implements TransactionUser {
    private final CallContext context;
    private final SipUserAgentListener listener;
    private BiPredicate<String, InetAddress> trunks = (name, source) -> false;

    /**
     * A user agent on a transaction layer; it becomes that layer's user.
     *
     * @param tokens tags, branches and waiting times; the layer's own may be shared
     * @param opener opens flows to peers that did not write first
     */
    public SipUserAgent(
            TransactionLayer layer,
            SipScheduler scheduler,
            SipTokens tokens,
            SingleWriterCounters<SipCoreCounter> counters,
            FlowOpener opener,
            SipUserAgentSettings settings,
            SipUserAgentListener listener) {
        this.context = new CallContext(layer, scheduler, tokens, counters, opener, settings);
        this.listener = Objects.requireNonNull(listener, "listener");
        layer.user(this);
    }

    /** Returns the number of calls that are not over, those still saying goodbye included. */
    public int calls() {
        return context.calls().size();
    }

    /** Returns the number of dialogs requests can find. */
    public int dialogs() {
        return context.dialogCount();
    }

    /**
     * Places a call. Its outcome comes through {@code callListener}, never from inside this method.
     *
     * @return the call, which can be hung up at once
     */
    public OutgoingCall call(OutgoingCallRequest request, SipCallListener callListener) {
        OutboundLeg leg = new OutboundLeg(context, request, callListener);
        context.count(SipCoreCounter.CALLS_OUT);
        leg.begin();
        return leg;
    }

    /** Says who we are to the peers of a trunk, by its name; null for no account. Before the first call. */
    public void accounts(Function<String, DigestAccount> ofTrunk) {
        context.accounts(ofTrunk);
    }

    /** Returns the trunk of the dialog a request belongs to: empty for a dialog without trunk, null for no dialog. */
    public String trunkOfDialog(SipRequest request) {
        CallLeg leg = context.find(DialogId.of(request));
        return leg == null ? null : leg.trunk();
    }

    /**
     * Sets which addresses are those of a trunk, by its name, when another one has them too.
     *
     * @param known takes the name of the trunk and a source
     */
    public void trunks(BiPredicate<String, InetAddress> known) {
        trunks = known;
    }

    /** Returns whether who wrote over {@code flow} is the peer of a dialog: its trunk, its connection, or its address. */
    private boolean ofItsPeer(CallLeg leg, SipFlow flow) {
        InetAddress source = flow.source().getAddress();
        String trunk = flow.trunk() == null ? "" : flow.trunk();
        return leg.trunk().equals(trunk)
                || leg.flow().equals(flow)
                || source.equals(leg.flow().source().getAddress())
                || trunks.test(leg.trunk(), source);
    }

    /** Returns whether a request in a dialog comes from where the dialog's peer was. */
    public boolean ofDialogsPeer(SipRequest request, SipFlow flow) {
        CallLeg leg = context.find(DialogId.of(request));
        return leg != null && ofItsPeer(leg, flow);
    }

    /** Returns a new Via for a request outside calls. */
    public Via via(SipFlow flow) {
        return context.via(flow);
    }

    /**
     * Returns where we take requests that answer to what goes over {@code flow}, as Contact says it.
     *
     * @param secure whether it is a URI of sips
     */
    public NameAddress contact(SipFlow flow, boolean secure) {
        return context.contact(flow, secure);
    }

    /** Hangs up every call, for the end of the process. */
    public void hangUpAll(String text) {
        for (CallLeg leg : List.copyOf(context.calls())) {
            leg.hangUp(text);
        }
    }

    /** A peer that has lost the boundaries of messages can no longer end its calls there: it is said so while it can be. */
    @Override
    public void onFlowFailing(SipFlow flow) {
        for (CallLeg leg : List.copyOf(context.calls())) {
            if (leg.flow().equals(flow)) {
                leg.end(new SipEndCause(
                        SipEndCause.Kind.TRANSPORT_FAILED, 0, "what came over the connection is no SIP"));
            }
        }
    }

    @Override
    public void onRequest(ServerTransaction transaction, long nowNs) {
        SipRequest request = transaction.request();
        Refusal refusal = context.screening().beforeDialog(request, transaction.flow());
        DialogId id = DialogId.of(request);
        CallLeg leg = context.find(id);
        if (id != null && leg == null && (refusal == null || refusal.status() == 420)) {
            context.count(SipCoreCounter.UNKNOWN_DIALOGS);
            refuse(transaction, Refusal.of(481));
        } else if (refusal != null) {
            context.count(SipCoreCounter.REQUESTS_REFUSED);
            refuse(transaction, refusal);
        } else if (leg != null && !ofItsPeer(leg, transaction.flow())) {
            context.count(SipCoreCounter.REQUESTS_REFUSED);
            refuse(transaction, Refusal.of(403));
        } else if (leg != null) {
            leg.peerRequests().take(transaction);
        } else {
            outsideDialog(transaction, nowNs);
        }
    }

    private void outsideDialog(ServerTransaction transaction, long nowNs) {
        SipRequest request = transaction.request();
        switch (request.method().name()) {
            case "INVITE" -> invite(transaction, nowNs);
            case "OPTIONS" -> options(transaction);
            case "NOTIFY", "SUBSCRIBE" -> {
                context.count(SipCoreCounter.REQUESTS_REFUSED);
                refuse(transaction, PeerRequests.eventRefusal(request));
            }
            default -> {
                // BYE, UPDATE and INFO mean something only inside a dialog.
                context.count(SipCoreCounter.UNKNOWN_DIALOGS);
                refuse(transaction, Refusal.of(481));
            }
        }
    }

    private void options(ServerTransaction transaction) {
        Refusal refusal = busy();
        if (refusal == null) {
            transaction.respond(
                    context.capabilities(transaction.request(), context.tokens().tag()));
        } else {
            refuse(transaction, refusal);
        }
    }

    private void invite(ServerTransaction transaction, long nowNs) {
        SipRequest invite = transaction.request();
        if (invite.header(Replaces.NAME) != null) {
            Refusal refusal = context.replacement(invite, transaction.flow().trunk());
            if (refusal == null) {
                // It needs no place of its own.
                screened(transaction, context.replaced(invite), nowNs);
            } else {
                context.count(SipCoreCounter.REQUESTS_REFUSED);
                refuse(transaction, refusal);
            }
            return;
        }
        Refusal busy = busy();
        if (busy != null) {
            context.count(SipCoreCounter.CALLS_REFUSED_BUSY);
            refuse(transaction, busy);
            return;
        }
        screened(transaction, null, nowNs);
    }

    private void screened(ServerTransaction transaction, CallLeg replaced, long nowNs) {
        Refusal refusal = context.screening()
                .newCall(
                        transaction.request(),
                        context.sessionTimers(transaction.flow().trunk()));
        if (refusal != null) {
            context.count(SipCoreCounter.REQUESTS_REFUSED);
            refuse(transaction, refusal);
            return;
        }
        context.count(SipCoreCounter.CALLS_IN);
        InboundLeg leg = new InboundLeg(context, transaction, replaced);
        leg.trying();
        if (!context.shield(() -> listener.onInvite(leg, nowNs))) {
            leg.onApplicationFailure();
        }
    }

    private Refusal busy() {
        int seconds = listener.retryAfterSeconds();
        return seconds <= 0 ? null : Refusal.with(503, "Retry-After", Integer.toString(seconds));
    }

    private void refuse(ServerTransaction transaction, Refusal refusal) {
        SipRequest request = transaction.request();
        String tag = request.to().tag() == null ? context.tokens().tag() : null;
        transaction.respond(context.answer(request, refusal, tag));
    }

    @Override
    public void onAck(SipRequest ack, SipFlow flow, long nowNs) {
        CallLeg leg = context.find(DialogId.of(ack));
        if (leg == null || ack.body().length > 0 && !ofItsPeer(leg, flow)) {
            context.count(SipCoreCounter.UNMATCHED_ACKS);
        } else {
            leg.onAck(ack, flow);
        }
    }

    @Override
    public void onRefused(SipRequest invite, SipFlow flow, SipResponse answer, ServerTransactionListener decider) {
        InboundLeg leg = decider instanceof InboundLeg inbound ? inbound : null;
        if (leg != null && leg.listener() != SipCallListener.NONE) {
            return;
        }
        long nowNs = context.scheduler().nowNs();
        SipLadder ladder = leg == null ? context.ladder() : leg.ladder();
        if (leg == null) {
            ladder.add(invite, false, flow, nowNs);
            ladder.add(answer, true, flow, nowNs);
        }
        SipUserAgentListener.RefusedInvite refused =
                SipUserAgentListener.RefusedInvite.of(invite, flow, answer, ladder, nowNs);
        // Later: the leg writes its answer into the ladder after it was sent.
        context.scheduler().schedule(0, () -> context.shield(() -> listener.onRefused(refused)));
    }

    @Override
    public void onStrayResponse(SipResponse response, SipFlow flow, long nowNs) {
        boolean late2xx = response.isSuccess() && response.cseq().method().equals(SipMethod.INVITE);
        CallLeg leg = late2xx ? context.find(DialogId.of(response)) : null;
        if (leg == null || leg.state() != CallState.CONFIRMED) {
            context.count(SipCoreCounter.UNMATCHED_RESPONSES);
        } else {
            // The ACK was lost and the peer's 2xx outlived our transaction.
            leg.ownRequests().acknowledge(response, true);
        }
    }
}
