package io.sidetone.transport.rtp.packet;

import io.netty.buffer.ByteBuf;

/** Kinds of what a datagram on a media port claims to be, by its first two bytes (RFC 7983, RFC 5761 section 4). */
public enum DatagramKind {
    /** First byte 128…191, second byte outside 192…223. */
    RTP,
    /** First byte 128…191, second byte 192…223: RTCP on its own port or multiplexed. */
    RTCP,
    /** First byte 0…3. */
    STUN,
    /** First byte 20…63. */
    DTLS,
    /** Anything else: empty, junk, or RTP of another version. */
    UNKNOWN;

    /** Classifies the {@code length} bytes at {@code index}; a lone first byte is UNKNOWN. */
    public static DatagramKind of(ByteBuf buffer, int index, int length) {
        if (length < 2) {
            return UNKNOWN;
        }
        int first = buffer.getUnsignedByte(index);
        if (first >= 128 && first < 192) {
            int second = buffer.getUnsignedByte(index + 1);
            return second >= 192 && second <= 223 ? RTCP : RTP;
        }
        if (first < 4) {
            return STUN;
        }
        return first >= 20 && first < 64 ? DTLS : UNKNOWN;
    }
}
