package io.sidetone.transport.sip.register;

import io.sidetone.transport.sip.dialog.Dialog;
import io.sidetone.transport.sip.digest.ClientDigest;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.message.Via;
import io.sidetone.transport.sip.transaction.ClientTransaction;
import io.sidetone.transport.sip.transaction.ClientTransactionListener;
import io.sidetone.transport.sip.transaction.SipScheduler;
import io.sidetone.transport.sip.transaction.SipTokens;
import io.sidetone.transport.sip.transaction.TransactionLayer;
import java.util.function.Function;

/** Sends requests outside dialogs and answers the challenges they meet. SIP event loop only. */
public final class StandaloneRequests {
    private final TransactionLayer layer;
    private final SipScheduler scheduler;
    private final SipTokens tokens;
    private final Function<SipFlow, Via> vias;
    private final String product;

    /**
     * Creates the sender.
     *
     * @param vias makes a new Via for a request on a flow
     * @param product what User-Agent says
     */
    public StandaloneRequests(
            TransactionLayer layer,
            SipScheduler scheduler,
            SipTokens tokens,
            Function<SipFlow, Via> vias,
            String product) {
        this.layer = layer;
        this.scheduler = scheduler;
        this.tokens = tokens;
        this.vias = vias;
        this.product = product;
    }

    /** Hears what becomes of a request: one of both, once. */
    public interface Outcome {
        /**
         * The final response.
         *
         * @param sent the request that it answers; its sequence number is higher than the first where it was challenged
         */
        void onFinal(SipRequest sent, SipResponse response, long nowNs);

        /** Nobody answered in time, or the request could not be sent. */
        void onSilence(SipRequest sent, long nowNs);
    }

    /** Returns the time, timers and tokens that requests are made with. */
    SipScheduler scheduler() {
        return scheduler;
    }

    /** Returns new tags, branches and Call-IDs. */
    public SipTokens tokens() {
        return tokens;
    }

    /** Begins a request outside dialogs. */
    public SipRequest.Builder begin(
            SipMethod method, SipUri uri, SipFlow flow, NameAddress from, NameAddress to, String callId, long number) {
        return SipRequest.builder(method, uri)
                .header("Via", vias.apply(flow))
                .header("Max-Forwards", "70")
                .header("From", from.withTag(tokens.tag()))
                .header("To", to)
                .header("Call-ID", callId)
                .header("CSeq", number + " " + method)
                .header("User-Agent", product);
    }

    /**
     * Sends a request, and sends it again with credentials where it is challenged.
     *
     * @param limitNs how long the final response may take, in ns
     */
    public void send(SipRequest request, SipFlow flow, ClientDigest digest, long limitNs, Outcome outcome) {
        new Exchange(flow, digest, limitNs, outcome).send(request);
    }

    /** One request until its final response. */
    private final class Exchange implements ClientTransactionListener {
        private final SipFlow flow;
        private final ClientDigest digest;
        private final Outcome outcome;
        private final SipScheduler.Timer limit;
        private ClientTransaction current;
        private boolean over;

        Exchange(SipFlow flow, ClientDigest digest, long limitNs, Outcome outcome) {
            this.flow = flow;
            this.digest = digest;
            this.outcome = outcome;
            this.limit = scheduler.schedule(limitNs, this::onLimit);
        }

        void send(SipRequest request) {
            current = layer.send(digest.authorize(request), flow, this);
        }

        private void onLimit() {
            current.abandon();
            silent(current, scheduler.nowNs());
        }

        private void silent(ClientTransaction transaction, long nowNs) {
            if (!over && transaction == current) {
                over = true;
                limit.cancel();
                outcome.onSilence(transaction.request(), nowNs);
            }
        }

        @Override
        public void onResponse(ClientTransaction transaction, SipResponse response, long nowNs) {
            if (over || response.isProvisional()) {
                return;
            }
            SipRequest sent = transaction.request();
            if (digest.challenged(sent, response)) {
                send(Dialog.again(sent, vias.apply(flow), sent.cseq().number() + 1));
                return;
            }
            over = true;
            limit.cancel();
            outcome.onFinal(sent, response, nowNs);
        }

        @Override
        public void onTimeout(ClientTransaction transaction, long nowNs) {
            silent(transaction, nowNs);
        }

        @Override
        public void onUnsent(ClientTransaction transaction, long nowNs) {
            silent(transaction, nowNs);
        }
    }
}
