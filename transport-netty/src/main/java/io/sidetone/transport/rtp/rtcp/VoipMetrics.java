package io.sidetone.transport.rtp.rtcp;

import io.netty.buffer.ByteBuf;
import io.sidetone.transport.rtp.quality.EModel;
import io.sidetone.transport.rtp.quality.LossPattern;

/**
 * The VoIP metrics of an extended report, written in place (RFC 3611 sections 2, 3 and 4.7).
 *
 * <pre>
 *  |V=2|P|reserved |   PT = 207    |           length = 10         |
 *  |                        SSRC of the sender                     |
 *  |     BT = 7    |   reserved    |       block length = 8        |
 *  |                        SSRC of the source                     |
 *  |   loss rate   | discard rate  | burst density |  gap density  |
 *  |       burst duration          |         gap duration          |
 *  |     round trip delay          |       end system delay        |
 *  | signal level  |  noise level  |     RERL      |     Gmin      |
 *  |   R factor    | ext. R factor |    MOS-LQ     |    MOS-CQ     |
 *  |   RX config   |   reserved    |          JB nominal           |
 *  |          JB maximum           |          JB abs max           |
 * </pre>
 */
public final class VoipMetrics {
    static final int EXTENDED_REPORT = 207;
    static final int BLOCK_TYPE = 7;
    static final int BLOCK_WORDS = 8;
    static final int LENGTH = 8 + 4 + BLOCK_WORDS * 4;

    /** Offset of MOS-CQ from the start of the block. */
    static final int CONVERSATION_SCORE_OFFSET = 27;

    /** Says of a figure that it is not known. */
    static final int UNAVAILABLE = 127;

    /** Standard concealment, a jitter buffer that adapts itself. */
    private static final int RECEIVER_CONFIGURATION = 0b11_11_0000;

    private static final int WHOLE = 256;
    private static final int MAX_SHORT = 0xFFFF;

    private VoipMetrics() {}

    /**
     * Account of what was received.
     *
     * @param pattern of packets that came in their place, and of those given up
     * @param discarded packets that came after they had been given up
     * @param frameMs duration of a packet
     * @param roundTripMs −1 while it is not known
     * @param endSystemMs what our end adds to the round trip
     * @param bufferMs the longest wait for a missing packet
     * @param rating R without the delay
     * @param conversationRating R
     */
    public record Received(
            LossPattern pattern,
            long discarded,
            int frameMs,
            double roundTripMs,
            int endSystemMs,
            int bufferMs,
            double rating,
            double conversationRating) {}

    /** Appends an extended report with this one block. */
    public static void write(ByteBuf packet, int ssrc, int source, Received received) {
        LossPattern pattern = received.pattern();
        long lost = Math.max(0, pattern.lost() - received.discarded());
        long expected = pattern.inPlace() + pattern.lost();
        RtcpPacket.writeHeader(packet, EXTENDED_REPORT, 0, LENGTH, ssrc);
        packet.writeByte(BLOCK_TYPE);
        packet.writeByte(0);
        packet.writeShort(BLOCK_WORDS);
        packet.writeInt(source);
        packet.writeByte(share(lost, expected));
        packet.writeByte(share(Math.min(received.discarded(), pattern.lost()), expected));
        packet.writeByte(pattern.burstDensity());
        packet.writeByte(pattern.gapDensity());
        packet.writeShort(limited(pattern.burstPackets() * received.frameMs()));
        packet.writeShort(limited(pattern.gapPackets() * received.frameMs()));
        packet.writeShort(limited(Math.max(0, received.roundTripMs())));
        packet.writeShort(received.endSystemMs());
        packet.writeByte(UNAVAILABLE);
        packet.writeByte(UNAVAILABLE);
        packet.writeByte(UNAVAILABLE);
        packet.writeByte(LossPattern.GAP_MINIMUM);
        packet.writeByte((int) Math.round(received.conversationRating()));
        packet.writeByte(UNAVAILABLE);
        packet.writeByte(tenths(received.rating()));
        packet.writeByte(tenths(received.conversationRating()));
        packet.writeByte(RECEIVER_CONFIGURATION);
        packet.writeByte(0);
        packet.writeShort(0);
        packet.writeShort(received.bufferMs());
        packet.writeShort(received.bufferMs());
    }

    private static int share(long part, long whole) {
        return whole == 0 ? 0 : (int) Math.min(WHOLE - 1, part * WHOLE / whole);
    }

    private static int limited(double ms) {
        return (int) Math.min(MAX_SHORT, Math.round(ms));
    }

    private static int tenths(double rating) {
        return (int) Math.round(EModel.opinion(rating) * 10);
    }

    /**
     * Returns what the peer's extended report says of a conversation with us, MOS-CQ, or −1.
     *
     * @param index of the RTCP packet, {@code bytes} long
     * @param ssrc ours
     */
    static double conversationScore(ByteBuf buffer, int index, int bytes, int ssrc) {
        int end = index + bytes;
        for (int at = index + 8; at + 4 <= end; ) {
            int block = 4 + buffer.getUnsignedShort(at + 2) * 4;
            if (buffer.getUnsignedByte(at) == BLOCK_TYPE
                    && block == 4 + BLOCK_WORDS * 4
                    && at + block <= end
                    && buffer.getInt(at + 4) == ssrc) {
                int tenths = buffer.getUnsignedByte(at + CONVERSATION_SCORE_OFFSET);
                return tenths >= 10 && tenths <= 50 ? tenths / 10.0 : -1;
            }
            at += block;
        }
        return -1;
    }
}
