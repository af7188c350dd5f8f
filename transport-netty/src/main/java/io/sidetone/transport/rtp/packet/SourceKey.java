package io.sidetone.transport.rtp.packet;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * Addresses as numbers, so that a look-up need not compare them. Allocates nothing: the number of an IPv4 address is its hash code, the
 * only form in which it is given without a copy.
 */
public final class SourceKey {
    private static final int PORT_BITS = 16;
    private static final long LOW_BITS = 0xFFFF_FFFFL;

    /** Sets the keys that are not exact apart from those of IPv4, which have 48 bits. */
    private static final long OTHER = 1L << 62;

    /** True when the hash codes of this JVM are the addresses; otherwise no key is exact. */
    private static final boolean HASH_IS_ADDRESS = hashIsAddress();

    private SourceKey() {}

    private static boolean hashIsAddress() {
        try {
            return InetAddress.getByAddress(new byte[] {1, 2, 3, 4}).hashCode() == 0x0102_0304
                    && InetAddress.getByAddress(new byte[] {-1, -2, -3, -4}).hashCode() == 0xFFFE_FDFC
                    && InetAddress.getByAddress(new byte[] {0, 127, -128, 0}).hashCode() == 0x007F_8000;
        } catch (UnknownHostException impossible) {
            return false;
        }
    }

    /** Returns a number for {@code source}: its own where it is {@link #exact}, else one that other addresses may have too. */
    public static long of(InetSocketAddress source) {
        InetAddress address = source.getAddress();
        if (address == null) {
            return OTHER;
        }
        // Neighbours have hash codes that differ by as little as their ports do.
        long key = (address.hashCode() & LOW_BITS) << PORT_BITS | source.getPort();
        return HASH_IS_ADDRESS && address instanceof Inet4Address ? key : OTHER | key;
    }

    /** Returns whether {@code key} is that of one address only. */
    public static boolean exact(long key) {
        return (key & OTHER) == 0;
    }
}
