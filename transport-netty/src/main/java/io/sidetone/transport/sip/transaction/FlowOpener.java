package io.sidetone.transport.sip.transaction;

import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipTransport;
import java.net.InetSocketAddress;

/** Opens flows to addresses that did not write to us first. SIP event loop only. */
@FunctionalInterface
public interface FlowOpener {
    /**
     * Returns a flow to {@code remote}: for UDP from a listening port, for TCP and TLS a connection that may still be opening.
     * A flow that cannot be opened refuses what is sent on it, and says why.
     *
     * @param remote resolved; its host string is what a certificate has to name
     */
    SipFlow open(SipTransport transport, InetSocketAddress remote);
}
