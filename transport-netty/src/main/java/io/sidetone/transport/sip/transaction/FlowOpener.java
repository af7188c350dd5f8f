package io.sidetone.transport.sip.transaction;

import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipTransport;
import java.net.InetSocketAddress;

/** Opens flows to addresses that did not write to us first. SIP event loop only. */
@FunctionalInterface
public interface FlowOpener {
    /**
     * Returns a flow to {@code remote}: for UDP from the listening port, for TCP a connection that may still be opening.
     * A flow that cannot be opened refuses what is sent on it.
     */
    SipFlow open(SipTransport transport, InetSocketAddress remote);
}
