package io.sidetone.transport.sip.transaction;

import io.sidetone.transport.sip.message.SipRequest;

/** Reports of a server transaction to its user. SIP event loop only; never called from inside a send. */
public interface ServerTransactionListener {
    /** Asks nothing and hears nothing: for requests that are answered at once. */
    ServerTransactionListener NONE = new ServerTransactionListener() {};

    /**
     * A CANCEL names this INVITE. The CANCEL itself is still to be answered.
     *
     * @param cancel the transaction of the CANCEL
     */
    default void onCancel(ServerTransaction cancel, long nowNs) {}

    /** An ACK with the branch of this INVITE came after a 2xx: some peers reuse it. */
    default void onAck(SipRequest ack, long nowNs) {}

    /** A response could not be sent because the flow refused it. */
    default void onUnsent(ServerTransaction transaction, long nowNs) {}

    /** The ACK of a non-2xx final response never came (timer H). */
    default void onTimeout(ServerTransaction transaction, long nowNs) {}
}
