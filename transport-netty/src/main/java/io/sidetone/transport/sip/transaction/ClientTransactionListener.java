package io.sidetone.transport.sip.transaction;

import io.sidetone.transport.sip.message.SipResponse;

/** Reports of a client transaction to the sender of the request. SIP event loop only; never called from inside a send. */
public interface ClientTransactionListener {
    /** A response came: every provisional one, the first final one, and for INVITE every 2xx. */
    void onResponse(ClientTransaction transaction, SipResponse response, long nowNs);

    /** The peer asked for credentials, and the request was sent again with them: it goes on in {@code next}. */
    default void onRepeated(ClientTransaction next) {}

    /** No final response came in time (timer B or F). */
    void onTimeout(ClientTransaction transaction, long nowNs);

    /** The request, or the ACK of its final response, could not be sent. */
    void onUnsent(ClientTransaction transaction, long nowNs);
}
