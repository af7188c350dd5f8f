package io.sidetone.transport.sip.transaction;

import io.sidetone.transport.sip.endpoint.NamedAddress;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.Via;

/**
 * Destination of the responses to a request (RFC 3261 18.2.2, RFC 3581 section 4).
 *
 * <p>The flow a request came on already leads to the right place: back over its connection, or over UDP to the source
 * address and the port that {@code rport} or sent-by names. Only when that connection has closed meanwhile a new one is
 * opened, to the same address and the port of sent-by, under the name of sent-by. A {@code maddr} is ignored: it would let a stranger send our
 * responses to any host.
 */
final class ResponseRoute {
    private final SipRequest request;
    private final FlowOpener opener;
    private SipFlow flow;
    private boolean reopened;

    ResponseRoute(SipRequest request, SipFlow flow, FlowOpener opener) {
        this.request = request;
        this.flow = flow;
        this.opener = opener;
    }

    /** Sends one response; false when no way is left. */
    boolean send(byte[] message) {
        if (!flow.isOpen() && !reopened && flow.transport().isReliable()) {
            reopened = true;
            Via via = request.topVia();
            int port = via.port() > 0 ? via.port() : flow.transport().defaultPort();
            flow = opener.open(
                    flow.transport(), NamedAddress.of(via.host(), flow.source().getAddress(), port));
        }
        if (!flow.isOpen()) {
            return false;
        }
        flow.send(message);
        return true;
    }
}
