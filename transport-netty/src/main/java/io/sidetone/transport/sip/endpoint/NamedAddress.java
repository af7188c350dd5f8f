package io.sidetone.transport.sip.endpoint;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Resolved addresses that keep the name they were asked for by: over TLS, a certificate has to carry it. */
public final class NamedAddress {
    private NamedAddress() {}

    /**
     * Returns {@code address} under the name {@code host}.
     *
     * @param host of a URI, IPv6 with or without brackets
     */
    public static InetSocketAddress of(String host, InetAddress address, int port) {
        String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        try {
            return new InetSocketAddress(InetAddress.getByAddress(name, address.getAddress()), port);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("an address of an address", impossible);
        }
    }
}
