package io.sidetone.transport.ws;

import io.netty.util.NetUtil;
import java.util.function.Function;

/** What a request says of its way here: what it calls the server (RFC 9110 section 7.2), and who passed it on (RFC 7239). */
public final class HostHeader {
    private HostHeader() {}

    /**
     * Whether a request comes from this machine through no proxy: one would have said so.
     *
     * @param loopback whether its connection does
     * @param header value of a header by name, or null
     */
    public static boolean direct(boolean loopback, Function<String, String> header) {
        return loopback && header.apply("X-Forwarded-For") == null && header.apply("Forwarded") == null;
    }

    /**
     * Whether the server was named by address, as {@code localhost}, or not at all. A web page reaches a server that is meant for
     * this machine only through a host name of its own which it points here.
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
