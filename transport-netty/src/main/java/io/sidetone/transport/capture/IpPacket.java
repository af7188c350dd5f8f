package io.sidetone.transport.capture;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * UDP over IPv4 or IPv6 around a payload, with its checksums (RFC 768, RFC 791, RFC 1071, RFC 8200). What came over TCP or TLS is
 * shown as a datagram, too: readers of packet files then need no stream.
 */
final class IpPacket {
    static final int MAX_HEADERS = 40 + 8;

    /** Number of bytes that fit into a datagram over IPv4. */
    static final int MAX_PAYLOAD = 65_535 - 20 - 8;

    private static final int UDP = 17;
    private static final int UDP_BYTES = 8;
    private static final int IPV4_BYTES = 20;
    private static final int TIME_TO_LIVE = 64;
    private static final byte[] ANY_IPV4 = new byte[4];

    private IpPacket() {}

    /** Appends the packet; a payload that no datagram holds is cut. Returns its length. */
    static int write(ByteBuffer out, InetSocketAddress from, InetSocketAddress to, byte[] payload) {
        int start = out.position();
        int length = Math.min(payload.length, MAX_PAYLOAD);
        // A socket that listens on every address of both kinds has one of neither.
        boolean ipv4 = to.getAddress() instanceof Inet4Address && from.getAddress() instanceof Inet4Address
                || to.getAddress() instanceof Inet4Address && from.getAddress().isAnyLocalAddress()
                || from.getAddress() instanceof Inet4Address && to.getAddress().isAnyLocalAddress();
        byte[] source = bytes(from.getAddress(), ipv4);
        byte[] target = bytes(to.getAddress(), ipv4);
        if (ipv4) {
            out.putShort((short) 0x4500).putShort((short) (IPV4_BYTES + UDP_BYTES + length));
            out.putInt(0x0000_4000);
            out.put((byte) TIME_TO_LIVE)
                    .put((byte) UDP)
                    .putShort((short) 0)
                    .put(source)
                    .put(target);
            out.putShort(start + 10, (short) ~folded(sum(out, start, start + IPV4_BYTES, 0)));
        } else {
            out.putInt(0x6000_0000).putShort((short) (UDP_BYTES + length));
            out.put((byte) UDP).put((byte) TIME_TO_LIVE).put(source).put(target);
        }
        int datagram = out.position();
        out.putShort((short) from.getPort()).putShort((short) to.getPort());
        out.putShort((short) (UDP_BYTES + length)).putShort((short) 0).put(payload, 0, length);
        int addresses = datagram - 2 * source.length;
        long pseudo = sum(out, addresses, datagram, UDP + UDP_BYTES + length);
        int check = ~folded(sum(out, datagram, out.position(), pseudo)) & 0xFFFF;
        out.putShort(datagram + 6, (short) (check == 0 ? 0xFFFF : check));
        return out.position() - start;
    }

    private static byte[] bytes(InetAddress address, boolean ipv4) {
        byte[] own = address.getAddress();
        if (ipv4) {
            return own.length == 4 ? own : ANY_IPV4;
        }
        return own.length == 16 ? own : mapped(address);
    }

    /** Returns an IPv4 address as one of IPv6 (RFC 4291 section 2.5.5.2). */
    static byte[] mapped(InetAddress ipv4) {
        byte[] mapped = new byte[16];
        mapped[10] = (byte) 0xFF;
        mapped[11] = (byte) 0xFF;
        System.arraycopy(ipv4.getAddress(), 0, mapped, 12, 4);
        return mapped;
    }

    /** Sum of 16-bit words; an odd byte at the end counts as a word with 0 behind it. */
    static long sum(ByteBuffer bytes, int from, int to, long before) {
        long sum = before;
        int at = from;
        for (; at + 1 < to; at += 2) {
            sum += bytes.getShort(at) & 0xFFFF;
        }
        return at < to ? sum + ((bytes.get(at) & 0xFF) << 8) : sum;
    }

    static int folded(long sum) {
        long folded = sum;
        while (folded >> 16 != 0) {
            folded = (folded & 0xFFFF) + (folded >> 16);
        }
        return (int) folded;
    }
}
