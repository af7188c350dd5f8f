package io.sidetone.transport.loop;

import java.net.InetAddress;

/**
 * Whom a share of something counts for: an IPv4 address, or an IPv6 /64, because one host owns all of that. Immutable.
 *
 * @param bits the address, or the first half of it
 * @param bytes length of the address
 */
public record SourceNetwork(long bits, int bytes) {
    private static final int KEPT_BYTES = 8;

    /** Returns the network of {@code address}. */
    public static SourceNetwork of(InetAddress address) {
        byte[] bytes = address.getAddress();
        long bits = 0;
        for (int i = 0; i < Math.min(KEPT_BYTES, bytes.length); i++) {
            bits = bits << 8 | bytes[i] & 0xff;
        }
        return new SourceNetwork(bits, bytes.length);
    }
}
