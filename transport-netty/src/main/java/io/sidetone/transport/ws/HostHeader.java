package io.sidetone.transport.ws;

import io.netty.util.NetUtil;

/** The name of the server in a request (RFC 9110 section 7.2). */
public final class HostHeader {
    private HostHeader() {}

    /**
     * Returns whether the server was named by address, as {@code localhost}, or not at all. A web page reaches a server that
     * serves only this machine by a host name of its own that points here.
     *
     * @param host the header's value, with or without a port, or null
     */
    public static boolean local(String host) {
        if (host == null) {
            return true;
        }
        String name = host.startsWith("[")
                ? host.replaceFirst("\\](:[0-9]*)?$", "").substring(1)
                : host.replaceFirst(":[0-9]*$", "");
        return name.equalsIgnoreCase("localhost")
                || NetUtil.isValidIpV4Address(name)
                || NetUtil.isValidIpV6Address(name);
    }
}
