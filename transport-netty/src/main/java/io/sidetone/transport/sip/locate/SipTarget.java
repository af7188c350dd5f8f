package io.sidetone.transport.sip.locate;

import io.netty.util.NetUtil;
import io.sidetone.transport.sip.endpoint.SipTransport;
import java.net.InetSocketAddress;

/**
 * One place that a request may be sent to.
 *
 * @param address resolved; its host string is the host of the URI, which is what a certificate has to name
 */
public record SipTarget(SipTransport transport, InetSocketAddress address) {
    /** Transport and address: {@code tcp 192.0.2.7:5060}. */
    @Override
    public String toString() {
        String host = NetUtil.toAddressString(address.getAddress());
        return transport.parameter() + " " + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":"
                + address.getPort();
    }
}
