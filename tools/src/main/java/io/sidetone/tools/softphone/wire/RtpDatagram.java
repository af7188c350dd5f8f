package io.sidetone.tools.softphone.wire;

import java.nio.ByteBuffer;

/**
 * RTP for the measuring side (RFC 3550 section 5.1), on plain buffers. It is separate from the server's own code on
 * purpose: an error in the server must not hide itself here.
 */
final class RtpDatagram {
    static final int HEADER_BYTES = 12;

    private static final int VERSION_2 = 0x80;

    private RtpDatagram() {}

    /** Appends a header at the buffer's position. */
    static void putHeader(ByteBuffer out, boolean marker, int payloadType, int sequence, int timestamp, int ssrc) {
        out.put((byte) VERSION_2)
                .put((byte) (marker ? payloadType | 0x80 : payloadType))
                .putShort((short) sequence)
                .putInt(timestamp)
                .putInt(ssrc);
    }

    /** Returns the offset of the payload in the first {@code limit} bytes, or −1 when this is no RTP packet. */
    static int payloadOffset(ByteBuffer packet) {
        int limit = packet.limit();
        if (limit < HEADER_BYTES || (packet.get(0) & 0xC0) != VERSION_2) {
            return -1;
        }
        int second = packet.get(1) & 0xFF;
        // RFC 5761 section 4: these are RTCP on the same port.
        if (second >= 192 && second <= 223) {
            return -1;
        }
        int offset = HEADER_BYTES + 4 * (packet.get(0) & 0x0F);
        if ((packet.get(0) & 0x10) != 0) {
            if (offset + 4 > limit) {
                return -1;
            }
            offset += 4 + 4 * (packet.getShort(offset + 2) & 0xFFFF);
        }
        return offset <= limit ? offset : -1;
    }

    /** Returns the bytes of the payload without padding, or −1 when the padding is impossible. */
    static int payloadLength(ByteBuffer packet, int payloadOffset) {
        int length = packet.limit() - payloadOffset;
        if ((packet.get(0) & 0x20) == 0) {
            return length;
        }
        int padding = length > 0 ? packet.get(packet.limit() - 1) & 0xFF : 0;
        return padding > 0 && padding <= length ? length - padding : -1;
    }

    static int payloadType(ByteBuffer packet) {
        return packet.get(1) & 0x7F;
    }

    static int sequence(ByteBuffer packet) {
        return packet.getShort(2) & 0xFFFF;
    }

    static int timestamp(ByteBuffer packet) {
        return packet.getInt(4);
    }

    static int ssrc(ByteBuffer packet) {
        return packet.getInt(8);
    }
}
