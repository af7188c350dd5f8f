package io.sidetone.transport.rtp.srtp;

import java.util.Arrays;

/** AES in counter mode, authenticated by HMAC-SHA1 (RFC 3711 sections 4.1.1 and 4.2.1). */
final class CounterModeCipher implements PacketCipher {
    static final int AUTHENTICATION_KEY_BYTES = HmacSha1.BYTES;

    private static final int SSRC_OFFSET = 4;
    private static final int INDEX_OFFSET = 8;
    private static final byte[] NOTHING = {};

    private final AesKeystream aes;
    private final HmacSha1 hmac;
    private final byte[] salt;
    private final int tagBytes;
    private final byte[] block = new byte[AesKeystream.BLOCK_BYTES];
    private final byte[] rollOver = new byte[Integer.BYTES];

    /**
     * Takes copies of session keys.
     *
     * @param salt 14 bytes
     * @param tagBytes bytes of the tag, at most 20
     */
    CounterModeCipher(byte[] encryptionKey, byte[] authenticationKey, byte[] salt, int tagBytes) {
        this.aes = new AesKeystream(encryptionKey, MAX_PACKET_BYTES);
        this.hmac = new HmacSha1(authenticationKey);
        this.salt = Arrays.copyOf(salt, AesKeystream.BLOCK_BYTES);
        this.tagBytes = tagBytes;
    }

    @Override
    public int sealRtp(byte[] packet, int payloadOffset, int length, int ssrc, long index) {
        crypt(packet, payloadOffset, length, ssrc, index);
        PacketBytes.putInt(rollOver, 0, (int) (index >>> 16));
        System.arraycopy(hmac.of(packet, length, rollOver, Integer.BYTES), 0, packet, length, tagBytes);
        return length + tagBytes;
    }

    @Override
    public int openRtp(byte[] packet, int payloadOffset, int length, int ssrc, long index) {
        int end = length - tagBytes;
        if (end < payloadOffset) {
            return REFUSED;
        }
        PacketBytes.putInt(rollOver, 0, (int) (index >>> 16));
        if (!PacketBytes.same(hmac.of(packet, end, rollOver, Integer.BYTES), packet, end, tagBytes)) {
            return REFUSED;
        }
        crypt(packet, payloadOffset, end, ssrc, index);
        return end;
    }

    @Override
    public int sealRtcp(byte[] packet, int length, int ssrc, int index) {
        crypt(packet, SrtcpPacket.HEADER_BYTES, length, ssrc, index);
        PacketBytes.putInt(packet, length, index | ENCRYPTED);
        int end = length + INDEX_BYTES;
        System.arraycopy(hmac.of(packet, end, NOTHING, 0), 0, packet, end, tagBytes);
        return end + tagBytes;
    }

    @Override
    public int openRtcp(byte[] packet, int length, int ssrc) {
        int end = length - tagBytes;
        if (end - INDEX_BYTES < SrtcpPacket.HEADER_BYTES) {
            return REFUSED;
        }
        if (!PacketBytes.same(hmac.of(packet, end, NOTHING, 0), packet, end, tagBytes)) {
            return REFUSED;
        }
        int word = PacketBytes.getInt(packet, end - INDEX_BYTES);
        if ((word & ENCRYPTED) != 0) {
            crypt(packet, SrtcpPacket.HEADER_BYTES, end - INDEX_BYTES, ssrc, word & ~ENCRYPTED);
        }
        return end - INDEX_BYTES;
    }

    @Override
    public int indexOffset(int length) {
        return length - tagBytes - INDEX_BYTES;
    }

    private void crypt(byte[] packet, int from, int to, int ssrc, long index) {
        System.arraycopy(salt, 0, block, 0, AesKeystream.BLOCK_BYTES);
        PacketBytes.xorInt(block, SSRC_OFFSET, ssrc);
        PacketBytes.xorIndex(block, INDEX_OFFSET, index);
        byte[] stream = aes.generate(block, 0, to - from);
        PacketBytes.xor(packet, from, to, stream, 0);
    }
}
