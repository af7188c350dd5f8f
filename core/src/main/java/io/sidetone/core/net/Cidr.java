package io.sidetone.core.net;

import java.net.InetAddress;

/**
 * A block of IP addresses: {@code 192.0.2.0/24}, {@code 2001:db8::/32}. Immutable.
 *
 * @param network its first address
 * @param prefixBits how many leading bits its addresses share
 */
public record Cidr(InetAddress network, int prefixBits) {
    /** Returns whether {@code address} lies in this block; one of the other kind does not. */
    public boolean contains(InetAddress address) {
        byte[] bytes = address.getAddress();
        byte[] first = network.getAddress();
        if (bytes.length != first.length) {
            return false;
        }
        int whole = prefixBits >> 3;
        for (int i = 0; i < whole; i++) {
            if (bytes[i] != first[i]) {
                return false;
            }
        }
        int rest = prefixBits & 7;
        return rest == 0 || ((bytes[whole] ^ first[whole]) & 0xff) >> (8 - rest) == 0;
    }

    @Override
    public String toString() {
        return network.getHostAddress() + "/" + prefixBits;
    }
}
