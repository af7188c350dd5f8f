package io.sidetone.transport.capture;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Packets of the Homer Encapsulation Protocol, version 3 (HEP3 network protocol specification, revision 12): "HEP3", the whole
 * length, then chunks of vendor 0x0000 – vendor 16, type 16, length with these six bytes 16, value.
 */
final class Hep {
    static final int SIP = 1;
    static final int RTCP_JSON = 5;

    private static final byte[] MAGIC = "HEP3".getBytes(StandardCharsets.US_ASCII);
    private static final int CHUNK = 6;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int UDP = 17;
    private static final int TCP = 6;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long NS_PER_US = 1_000L;

    /** Chunk types. */
    private static final int FAMILY = 1;

    private static final int PROTOCOL = 2;
    private static final int IPV4_FROM = 3;
    private static final int IPV4_TO = 4;
    private static final int IPV6_FROM = 5;
    private static final int IPV6_TO = 6;
    private static final int PORT_FROM = 7;
    private static final int PORT_TO = 8;
    private static final int SECONDS = 9;
    private static final int MICROSECONDS = 10;
    private static final int PAYLOAD_TYPE = 11;
    private static final int CAPTURE_ID = 12;
    private static final int AUTHENTICATION_KEY = 14;
    private static final int PAYLOAD = 15;
    private static final int CORRELATION_ID = 17;

    private Hep() {}

    /**
     * Writes one packet.
     *
     * @param out has room for the payload and 512 bytes more
     * @param type of the payload
     * @param key that the collector asks for, or empty
     */
    static void write(ByteBuffer out, WirePacket packet, int type, byte[] payload, int captureId, byte[] key) {
        int start = out.position();
        out.put(MAGIC).putShort((short) 0);
        InetAddress from = packet.from().getAddress();
        InetAddress to = packet.to().getAddress();
        boolean ipv4 = from instanceof Inet4Address && to instanceof Inet4Address;
        chunk(out, FAMILY, 1).put((byte) (ipv4 ? AF_INET : AF_INET6));
        chunk(out, PROTOCOL, 1).put((byte) (packet.stream() ? TCP : UDP));
        address(out, ipv4 ? IPV4_FROM : IPV6_FROM, from, ipv4);
        address(out, ipv4 ? IPV4_TO : IPV6_TO, to, ipv4);
        port(out, PORT_FROM, packet.from());
        port(out, PORT_TO, packet.to());
        chunk(out, SECONDS, 4).putInt((int) (packet.wallNs() / NS_PER_S));
        chunk(out, MICROSECONDS, 4).putInt((int) (packet.wallNs() % NS_PER_S / NS_PER_US));
        chunk(out, PAYLOAD_TYPE, 1).put((byte) type);
        chunk(out, CAPTURE_ID, 4).putInt(captureId);
        if (key.length > 0) {
            chunk(out, AUTHENTICATION_KEY, key.length).put(key);
        }
        byte[] correlation = packet.sipCallId().getBytes(StandardCharsets.ISO_8859_1);
        if (correlation.length > 0) {
            chunk(out, CORRELATION_ID, correlation.length).put(correlation);
        }
        chunk(out, PAYLOAD, payload.length).put(payload);
        out.putShort(start + MAGIC.length, (short) (out.position() - start));
    }

    private static ByteBuffer chunk(ByteBuffer out, int type, int length) {
        return out.putShort((short) 0).putShort((short) type).putShort((short) (CHUNK + length));
    }

    private static void port(ByteBuffer out, int type, InetSocketAddress address) {
        chunk(out, type, 2).putShort((short) address.getPort());
    }

    private static void address(ByteBuffer out, int type, InetAddress address, boolean ipv4) {
        byte[] bytes = ipv4 || address instanceof Inet6Address ? address.getAddress() : IpPacket.mapped(address);
        chunk(out, type, bytes.length).put(bytes);
    }
}
