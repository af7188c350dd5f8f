package io.sidetone.transport.sip.source;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.Arrays;

/** A block of IP addresses: {@code 192.0.2.0/24}, {@code 2001:db8::/32}, or one address. Immutable. */
public final class Cidr {
    private final byte[] network;
    private final int prefixBits;
    private final String text;

    private Cidr(byte[] network, int prefixBits, String text) {
        this.network = network;
        this.prefixBits = prefixBits;
        this.text = text;
    }

    /**
     * Reads the block; no name is resolved.
     *
     * @throws IllegalArgumentException when it is not an address or the prefix does not fit
     */
    public static Cidr parse(String text) {
        int slash = text.indexOf('/');
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(slash < 0 ? text : text.substring(0, slash));
        int bits = bytes == null ? -1 : slash < 0 ? bytes.length * 8 : prefix(text.substring(slash + 1));
        if (bytes == null || bits < 0 || bits > bytes.length * 8) {
            throw new IllegalArgumentException("\"" + text + "\" is not an address block; write it like 192.0.2.0/24,"
                    + " 2001:db8::/32 or 192.0.2.7");
        }
        return new Cidr(bytes, bits, text);
    }

    private static int prefix(String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException notANumber) {
            return -1;
        }
    }

    /** True when the address lies in this block. */
    public boolean contains(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length != network.length) {
            return false;
        }
        int whole = prefixBits >> 3;
        for (int i = 0; i < whole; i++) {
            if (bytes[i] != network[i]) {
                return false;
            }
        }
        int rest = prefixBits & 7;
        return rest == 0 || ((bytes[whole] ^ network[whole]) & 0xff) >> (8 - rest) == 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cidr that && that.prefixBits == prefixBits && Arrays.equals(that.network, network);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(network) + prefixBits;
    }

    @Override
    public String toString() {
        return text;
    }
}
