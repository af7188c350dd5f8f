package io.sidetone.transport.sip.endpoint;

import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipParseException;

/** Receives what arrives at an endpoint, on its event loop. Exceptions thrown here are counted, not passed on. */
public interface SipMessageListener {
    /**
     * A well-formed message. On a request the topmost Via already carries {@code received} and {@code rport}.
     *
     * @param flow leads back to the peer: answer with {@link SipFlow#send}
     */
    void onMessage(SipMessage message, SipFlow flow, long nowNs);

    /** Bytes that are not SIP. Where an answer was due (4xx, 505) the endpoint has already sent it: do not answer. */
    void onUnparseable(SipParseException problem, SipFlow flow, long nowNs);

    /** Reports that what came over a connection is no SIP. It is closed when this returns; what is sent on it now still goes. */
    default void onFlowFailing(SipFlow flow, long nowNs) {}

    /** A connection ended, or one that was being opened failed. Over UDP never called. */
    default void onFlowClosed(SipFlow flow, long nowNs) {}
}
