package io.sidetone.transport.rtp.rtcp;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * RTCP packets, read and written in place (RFC 3550 section 6.4 to 6.6).
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |V=2|P|  count  |      type     |  length in words, minus one   |
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |                        SSRC of the sender                     |
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |  sender info (SR only): NTP time 64, RTP time, packets, octets |
 *  |  count × report block: SSRC, fraction lost 8, cumulative 24,   |
 *  |          highest sequence, jitter, last SR, delay since last SR |
 * </pre>
 */
final class RtcpPacket {
    static final int SENDER_REPORT = 200;
    static final int RECEIVER_REPORT = 201;
    static final int SOURCE_DESCRIPTION = 202;
    static final int GOODBYE = 203;

    static final int HEADER_LENGTH = 4;
    static final int WORD = 4;
    static final int SSRC_OFFSET = 4;
    static final int NTP_OFFSET = 8;
    static final int SENDER_REPORT_LENGTH = 28;
    static final int RECEIVER_REPORT_LENGTH = 8;

    static final int BLOCK_LENGTH = 24;
    static final int BLOCK_LOST_OFFSET = 4;
    static final int BLOCK_JITTER_OFFSET = 12;
    static final int BLOCK_LAST_SR_OFFSET = 16;
    static final int BLOCK_DELAY_OFFSET = 20;

    private static final int VERSION_BITS = 0x80;
    private static final int CNAME = 1;
    private static final int MAX_CUMULATIVE_LOST = 0x7FFFFF;

    private RtcpPacket() {}

    /** Returns the length of the packet at {@code index} in bytes, or −1 if it is not one or ends behind {@code end}. */
    static int length(ByteBuf buffer, int index, int end) {
        if (end - index < HEADER_LENGTH || (buffer.getByte(index) & 0xC0) != VERSION_BITS) {
            return -1;
        }
        int length = (buffer.getUnsignedShort(index + 2) + 1) * WORD;
        return index + length <= end ? length : -1;
    }

    static int type(ByteBuf buffer, int index) {
        return buffer.getUnsignedByte(index + 1);
    }

    static int count(ByteBuf buffer, int index) {
        return buffer.getByte(index) & 0x1F;
    }

    /** Appends the fixed header; {@code bytes} is the whole packet's length. */
    static void writeHeader(ByteBuf buffer, int type, int count, int bytes, int ssrc) {
        buffer.writeByte(VERSION_BITS | count);
        buffer.writeByte(type);
        buffer.writeShort(bytes / WORD - 1);
        buffer.writeInt(ssrc);
    }

    /** Appends fraction and cumulative loss of a report block; the sum is clamped to its 24 bits. */
    static void writeLoss(ByteBuf buffer, int fraction, long cumulative) {
        long clamped = Math.max(-MAX_CUMULATIVE_LOST - 1, Math.min(MAX_CUMULATIVE_LOST, cumulative));
        buffer.writeInt(fraction << 24 | (int) clamped & 0xFFFFFF);
    }

    /** Appends a source description with a canonical name of at most 255 bytes of ASCII. */
    static void writeDescription(ByteBuf buffer, int ssrc, byte[] name) {
        int unpadded = RECEIVER_REPORT_LENGTH + 2 + name.length + 1;
        int bytes = (unpadded + WORD - 1) / WORD * WORD;
        writeHeader(buffer, SOURCE_DESCRIPTION, 1, bytes, ssrc);
        buffer.writeByte(CNAME);
        buffer.writeByte(name.length);
        buffer.writeBytes(name);
        buffer.writeZero(1 + bytes - unpadded);
    }

    static byte[] canonicalName(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        if (bytes.length == 0 || bytes.length > 255) {
            throw new IllegalArgumentException("canonical name \"" + name + "\" has " + bytes.length
                    + " bytes; RTCP carries 1 to 255, choose another");
        }
        return bytes;
    }
}
