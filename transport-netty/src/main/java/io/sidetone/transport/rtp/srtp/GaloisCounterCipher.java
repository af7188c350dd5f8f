package io.sidetone.transport.rtp.srtp;

import java.util.Arrays;

/** AES-GCM (RFC 7714 sections 8 and 9): one tag over the encrypted part and the part that stays readable. */
final class GaloisCounterCipher implements PacketCipher {
    static final int TAG_BYTES = 16;

    private static final int SSRC_OFFSET = 2;
    private static final int INDEX_OFFSET = 6;

    private final AesKeystream aes;
    private final Ghash ghash;
    private final byte[] salt;
    private final byte[] block = new byte[AesKeystream.BLOCK_BYTES];
    private final byte[] tag = new byte[TAG_BYTES];
    private final byte[] readable = new byte[MAX_PACKET_BYTES];

    /**
     * Takes copies of session keys.
     *
     * @param salt 12 bytes
     */
    GaloisCounterCipher(byte[] encryptionKey, byte[] salt) {
        this.aes = new AesKeystream(encryptionKey, MAX_PACKET_BYTES + AesKeystream.BLOCK_BYTES);
        this.salt = Arrays.copyOf(salt, AesKeystream.BLOCK_BYTES);
        byte[] hashKey = new byte[AesKeystream.BLOCK_BYTES];
        aes.encrypt(new byte[AesKeystream.BLOCK_BYTES], hashKey);
        this.ghash = new Ghash(hashKey);
    }

    @Override
    public int sealRtp(byte[] packet, int payloadOffset, int length, int ssrc, long index) {
        byte[] stream = stream(ssrc, index, length - payloadOffset);
        PacketBytes.xor(packet, payloadOffset, length, stream, AesKeystream.BLOCK_BYTES);
        authenticate(packet, payloadOffset, packet, payloadOffset, length, stream);
        System.arraycopy(tag, 0, packet, length, TAG_BYTES);
        return length + TAG_BYTES;
    }

    @Override
    public int openRtp(byte[] packet, int payloadOffset, int length, int ssrc, long index) {
        int end = length - TAG_BYTES;
        if (end < payloadOffset) {
            return REFUSED;
        }
        byte[] stream = stream(ssrc, index, end - payloadOffset);
        authenticate(packet, payloadOffset, packet, payloadOffset, end, stream);
        if (!PacketBytes.same(tag, packet, end, TAG_BYTES)) {
            return REFUSED;
        }
        PacketBytes.xor(packet, payloadOffset, end, stream, AesKeystream.BLOCK_BYTES);
        return end;
    }

    @Override
    public int sealRtcp(byte[] packet, int length, int ssrc, int index) {
        byte[] stream = stream(ssrc, index, length - SrtcpPacket.HEADER_BYTES);
        PacketBytes.xor(packet, SrtcpPacket.HEADER_BYTES, length, stream, AesKeystream.BLOCK_BYTES);
        int word = index | ENCRYPTED;
        authenticateControl(packet, SrtcpPacket.HEADER_BYTES, length, word, stream);
        System.arraycopy(tag, 0, packet, length, TAG_BYTES);
        PacketBytes.putInt(packet, length + TAG_BYTES, word);
        return length + TAG_BYTES + INDEX_BYTES;
    }

    @Override
    public int openRtcp(byte[] packet, int length, int ssrc) {
        int end = length - INDEX_BYTES - TAG_BYTES;
        if (end < SrtcpPacket.HEADER_BYTES) {
            return REFUSED;
        }
        int word = PacketBytes.getInt(packet, length - INDEX_BYTES);
        boolean encrypted = (word & ENCRYPTED) != 0;
        // A packet that is not encrypted is authenticated as a whole (RFC 7714 section 9.3).
        int from = encrypted ? SrtcpPacket.HEADER_BYTES : end;
        byte[] stream = stream(ssrc, word & ~ENCRYPTED, end - from);
        authenticateControl(packet, from, end, word, stream);
        if (!PacketBytes.same(tag, packet, end, TAG_BYTES)) {
            return REFUSED;
        }
        PacketBytes.xor(packet, from, end, stream, AesKeystream.BLOCK_BYTES);
        return end;
    }

    @Override
    public int indexOffset(int length) {
        return length - INDEX_BYTES;
    }

    /** Makes one block that masks the tag (counter 1), and the keystream behind it. */
    private byte[] stream(int ssrc, long index, int bytes) {
        System.arraycopy(salt, 0, block, 0, AesKeystream.BLOCK_BYTES);
        PacketBytes.xorInt(block, SSRC_OFFSET, ssrc);
        PacketBytes.xorIndex(block, INDEX_OFFSET, index);
        return aes.generate(block, 1, AesKeystream.BLOCK_BYTES + bytes);
    }

    private void authenticateControl(byte[] packet, int from, int to, int word, byte[] stream) {
        System.arraycopy(packet, 0, readable, 0, from);
        PacketBytes.putInt(readable, from, word);
        authenticate(readable, from + INDEX_BYTES, packet, from, to, stream);
    }

    private void authenticate(byte[] additional, int additionalBytes, byte[] packet, int from, int to, byte[] stream) {
        ghash.begin();
        ghash.update(additional, 0, additionalBytes);
        ghash.update(packet, from, to - from);
        ghash.finish(additionalBytes, to - from, tag);
        PacketBytes.xor(tag, 0, TAG_BYTES, stream, 0);
    }
}
