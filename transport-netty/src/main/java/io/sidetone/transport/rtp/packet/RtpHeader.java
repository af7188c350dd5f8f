package io.sidetone.transport.rtp.packet;

import io.netty.buffer.ByteBuf;

/**
 * The RTP header, read and written in place (RFC 3550 section 5.1).
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |V=2|P|X|  CC   |M|     PT      |       sequence number         |
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |                           timestamp                           |
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |           synchronization source (SSRC) identifier            |
 *  +=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+
 *  |            CC x contributing source (CSRC) identifiers        |
 *  +=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+
 *  |  X: defined by profile        |  length in 32-bit words       |
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |                   header extension, payload, P: padding       |
 * </pre>
 *
 * <p>All readers take the buffer and the absolute index of the packet's first byte. Only {@link #payloadOffset} and
 * {@link #payloadLength} check anything; the others may be called once {@link #payloadOffset} has accepted the packet.
 */
public final class RtpHeader {
    /** The fixed part, in bytes. */
    public static final int LENGTH = 12;

    /** The only version in use. */
    public static final int VERSION = 2;

    /** Value that {@link #payloadOffset} and {@link #payloadLength} answer for a packet that breaks a rule. */
    public static final int INVALID = -1;

    /** Marker and payload type. */
    static final int MARKER_TYPE_OFFSET = 1;

    /** Sequence number. */
    static final int SEQUENCE_OFFSET = 2;

    /** Timestamp. */
    static final int TIMESTAMP_OFFSET = 4;

    /** Synchronization source. */
    static final int SSRC_OFFSET = 8;

    private static final int PADDING_BIT = 0x20;
    private static final int EXTENSION_BIT = 0x10;
    private static final int CSRC_COUNT_MASK = 0x0F;
    private static final int MARKER_BIT = 0x80;
    private static final int WORD = 4;

    private RtpHeader() {}

    /**
     * Checks a packet of {@code length} bytes and finds its payload: version 2, room for the fixed header, the CSRC list
     * and the extension.
     *
     * @return bytes from the packet's first byte to its payload, or {@link #INVALID}
     */
    public static int payloadOffset(ByteBuf buffer, int index, int length) {
        if (length < LENGTH) {
            return INVALID;
        }
        int first = buffer.getByte(index);
        if ((first >> 6 & 3) != VERSION) {
            return INVALID;
        }
        int offset = LENGTH + (first & CSRC_COUNT_MASK) * WORD;
        if ((first & EXTENSION_BIT) != 0) {
            if (offset + WORD > length) {
                return INVALID;
            }
            offset += WORD + buffer.getUnsignedShort(index + offset + 2) * WORD;
        }
        return offset <= length ? offset : INVALID;
    }

    /**
     * Returns the payload bytes without padding, or {@link #INVALID} when the padding count is 0 or larger than what
     * follows the header.
     *
     * @param payloadOffset as answered by {@link #payloadOffset}
     */
    public static int payloadLength(ByteBuf buffer, int index, int length, int payloadOffset) {
        int available = length - payloadOffset;
        if ((buffer.getByte(index) & PADDING_BIT) == 0) {
            return available;
        }
        if (available == 0) {
            return INVALID;
        }
        int padding = buffer.getUnsignedByte(index + length - 1);
        return padding == 0 || padding > available ? INVALID : available - padding;
    }

    /** Returns the marker bit: first packet of a talkspurt, or of a telephone event. */
    public static boolean marker(ByteBuf buffer, int index) {
        return (buffer.getByte(index + MARKER_TYPE_OFFSET) & MARKER_BIT) != 0;
    }

    /** Returns the payload type, 0…127. */
    public static int payloadType(ByteBuf buffer, int index) {
        return buffer.getByte(index + MARKER_TYPE_OFFSET) & ~MARKER_BIT & 0xFF;
    }

    /** Returns the sequence number, 0…65535. */
    public static int sequence(ByteBuf buffer, int index) {
        return buffer.getUnsignedShort(index + SEQUENCE_OFFSET);
    }

    /** Returns the timestamp in units of the RTP clock; unsigned, compare by difference. */
    public static int timestamp(ByteBuf buffer, int index) {
        return buffer.getInt(index + TIMESTAMP_OFFSET);
    }

    /** Returns the synchronization source. */
    public static int ssrc(ByteBuf buffer, int index) {
        return buffer.getInt(index + SSRC_OFFSET);
    }

    /**
     * Appends a header without CSRC, extension and padding at the writer index.
     *
     * @param sequence the low 16 bits count
     */
    public static void write(ByteBuf buffer, boolean marker, int payloadType, int sequence, int timestamp, int ssrc) {
        buffer.writeByte(VERSION << 6);
        buffer.writeByte(marker ? payloadType | MARKER_BIT : payloadType);
        buffer.writeShort(sequence);
        buffer.writeInt(timestamp);
        buffer.writeInt(ssrc);
    }
}
