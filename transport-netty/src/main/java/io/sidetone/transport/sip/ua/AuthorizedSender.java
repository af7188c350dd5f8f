package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.dialog.Dialog;
import io.sidetone.transport.sip.digest.ClientDigest;
import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.transaction.ClientTransaction;
import io.sidetone.transport.sip.transaction.ClientTransactionListener;

/**
 * Sends the requests of one call, and sends them again with credentials where the peer or a proxy asks for them (RFC 3261
 * section 22). SIP event loop only.
 */
final class AuthorizedSender {
    private final CallLeg leg;
    private final CallContext context;
    private final ClientDigest digest;
    private SipRequest lastInvite;

    /**
     * Creates the sender of one call.
     *
     * @param account who we are; null for nobody, so that no challenge is answered
     */
    AuthorizedSender(CallLeg leg, CallContext context, DigestAccount account) {
        this.leg = leg;
        this.context = context;
        this.digest = new ClientDigest(account, context.tokens()::tag);
    }

    /**
     * Sends a request and writes it down; its responses are for {@code outcome} to write down.
     *
     * @param outcome hears of a challenge only when it cannot be answered
     */
    ClientTransaction send(SipRequest request, SipFlow flow, ClientTransactionListener outcome) {
        return send(request, flow, outcome, false);
    }

    /** The same in a dialog: final responses are written down before {@code outcome} hears of them. */
    ClientTransaction sendInDialog(SipRequest request, SipFlow flow, ClientTransactionListener outcome) {
        return send(request, flow, outcome, true);
    }

    private ClientTransaction send(
            SipRequest request, SipFlow flow, ClientTransactionListener outcome, boolean recorded) {
        SipRequest authorized = digest.authorize(request);
        if (authorized.method().equals(SipMethod.INVITE)) {
            lastInvite = authorized;
        }
        leg.record(authorized, true);
        return context.layer().send(authorized, flow, new Outcome(outcome, recorded));
    }

    /** Sends a request in a dialog that is not confirmed, with the credentials of the INVITE; a challenge to it counts as its end. */
    void sendEarly(SipRequest request, SipFlow flow) {
        SipRequest authorized = digest.authorize(request);
        leg.record(authorized, true);
        context.layer().send(authorized, flow, new EarlyOutcome());
    }

    /** Returns the ACK of a 2xx to our last INVITE with the credentials of that. */
    SipRequest acknowledge(SipRequest ack) {
        return lastInvite == null ? ack : ClientDigest.acknowledge(ack, lastInvite);
    }

    private SipRequest again(SipRequest request, SipFlow flow) {
        Dialog dialog = leg.dialog();
        return dialog == null
                ? Dialog.again(request, context.via(flow), request.cseq().number() + 1)
                : dialog.again(request, context.via(flow));
    }

    /** Writes the final response down; whatever it says, the INVITE goes on. */
    private final class EarlyOutcome implements ClientTransactionListener {
        @Override
        public void onResponse(ClientTransaction transaction, SipResponse response, long nowNs) {
            if (!response.isProvisional()) {
                leg.record(response, false);
            }
        }

        @Override
        public void onTimeout(ClientTransaction transaction, long nowNs) {}

        @Override
        public void onUnsent(ClientTransaction transaction, long nowNs) {}
    }

    /** Answers challenges and hands on everything else. */
    private final class Outcome implements ClientTransactionListener {
        private final ClientTransactionListener outcome;
        private final boolean recorded;

        Outcome(ClientTransactionListener outcome, boolean recorded) {
            this.outcome = outcome;
            this.recorded = recorded;
        }

        @Override
        public void onResponse(ClientTransaction transaction, SipResponse response, long nowNs) {
            boolean repeat = !response.isProvisional()
                    && leg.state() != CallState.CANCELLING
                    && digest.challenged(transaction.request(), response);
            if (repeat || recorded && !response.isProvisional()) {
                leg.record(response, false);
            }
            if (!repeat) {
                outcome.onResponse(transaction, response, nowNs);
                return;
            }
            SipFlow flow = transaction.flow();
            outcome.onRepeated(send(again(transaction.request(), flow), flow, outcome, recorded));
        }

        @Override
        public void onTimeout(ClientTransaction transaction, long nowNs) {
            outcome.onTimeout(transaction, nowNs);
        }

        @Override
        public void onUnsent(ClientTransaction transaction, long nowNs) {
            outcome.onUnsent(transaction, nowNs);
        }
    }
}
