package io.sidetone.transport.sip.transaction;

import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;

/** The core above the transactions (RFC 3261 section 5: TU). SIP event loop only. */
public interface TransactionUser {
    /**
     * A new request began a server transaction: anything but ACK, and CANCEL only when it matches an INVITE without a
     * listener. It has to be answered through the transaction, now or later.
     */
    void onRequest(ServerTransaction transaction, long nowNs);

    /** An ACK that no transaction absorbed: the answer to a 2xx, or noise. ACK is never answered. */
    void onAck(SipRequest ack, SipFlow flow, long nowNs);

    /** The connection is about to be closed, because what came over it is no SIP; what is sent on it now still goes. */
    default void onFlowFailing(SipFlow flow) {}

    /**
     * A new INVITE outside dialogs got a final answer that begins no call; both have been sent.
     *
     * @param decider who answered it; {@link ServerTransactionListener#NONE} for this layer, and for whoever asked for a password
     */
    default void onRefused(SipRequest invite, SipFlow flow, SipResponse answer, ServerTransactionListener decider) {}

    /** A response that no client transaction awaits: a late 2xx of another fork, or noise. */
    void onStrayResponse(SipResponse response, SipFlow flow, long nowNs);
}
