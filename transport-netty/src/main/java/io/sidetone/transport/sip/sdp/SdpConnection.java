package io.sidetone.transport.sip.sdp;

import io.netty.util.NetUtil;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * The {@code c=} line (RFC 4566 section 5.7).
 *
 * @param addressType {@code IP4} or {@code IP6}
 * @param address address or name; TTL and count are cut off
 */
public record SdpConnection(String addressType, String address) {
    private static final int MAX_NAME_CHARS = 255;

    /** A connection line for an address of ours. */
    public static SdpConnection of(InetAddress address) {
        return new SdpConnection(address instanceof Inet6Address ? "IP6" : "IP4", numeric(address));
    }

    /** Reads {@code <network> <kind> <address>}; a line that lacks one of them names no address. */
    static SdpConnection parse(String value) {
        List<String> fields = SdpParser.fields(value, 8);
        if (fields.size() < 3) {
            return new SdpConnection("", "");
        }
        String address = fields.get(2);
        int slash = address.indexOf('/');
        return new SdpConnection(fields.get(1), slash < 0 ? address : address.substring(0, slash));
    }

    static String numeric(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }

    /** True for {@code 0.0.0.0} and {@code ::}: do not send here (RFC 3264 section 8.4). */
    public boolean isUnspecified() {
        InetAddress literal = literal();
        return literal != null && literal.isAnyLocalAddress();
    }

    /**
     * This address with a port; unresolved when it is a name: nothing is looked up. Null when it can be no address: neither
     * address nor name, multicast or broadcast.
     */
    public InetSocketAddress at(int port) {
        InetAddress literal = literal();
        if (literal != null) {
            boolean many = literal.isMulticastAddress() || address.equals("255.255.255.255");
            return many ? null : new InetSocketAddress(literal, port);
        }
        return isName() ? InetSocketAddress.createUnresolved(address, port) : null;
    }

    private InetAddress literal() {
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
        try {
            return bytes == null ? null : InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossibleLength) {
            return null;
        }
    }

    private boolean isName() {
        boolean letter = false;
        for (int i = 0; i < address.length(); i++) {
            char c = address.charAt(i);
            boolean alphabetic = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
            letter |= alphabetic;
            if (!alphabetic && (c < '0' || c > '9') && c != '.' && c != '-') {
                return false;
            }
        }
        return letter && address.length() <= MAX_NAME_CHARS;
    }

    void appendTo(StringBuilder out) {
        out.append("c=IN ").append(addressType).append(' ').append(address).append("\r\n");
    }
}
