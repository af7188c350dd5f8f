package io.sidetone.transport.rtp.srtp;

/**
 * Packets that carry the identifier of their master key, MKI (RFC 3711 section 3.1): before the tag, of AES-GCM behind everything (RFC 7714
 * section 8.2). It is not authenticated.
 */
final class IdentifiedCipher implements PacketCipher {
    private final PacketCipher cipher;
    private final byte[] mki;
    private final int tailBytes;

    /**
     * Creates it.
     *
     * @param cipher without the identifier
     * @param tailBytes bytes that stand behind the identifier
     */
    IdentifiedCipher(PacketCipher cipher, byte[] mki, int tailBytes) {
        this.cipher = cipher;
        this.mki = mki;
        this.tailBytes = tailBytes;
    }

    @Override
    public int sealRtp(byte[] packet, int payloadOffset, int length, int ssrc, long index) {
        return insert(packet, cipher.sealRtp(packet, payloadOffset, length, ssrc, index));
    }

    @Override
    public int openRtp(byte[] packet, int payloadOffset, int length, int ssrc, long index) {
        if (!remove(packet, length)) {
            return REFUSED;
        }
        int opened = cipher.openRtp(packet, payloadOffset, length - mki.length, ssrc, index);
        return opened == REFUSED ? refused(packet, length) : opened;
    }

    @Override
    public int sealRtcp(byte[] packet, int length, int ssrc, int index) {
        return insert(packet, cipher.sealRtcp(packet, length, ssrc, index));
    }

    @Override
    public int openRtcp(byte[] packet, int length, int ssrc) {
        if (!remove(packet, length)) {
            return REFUSED;
        }
        int opened = cipher.openRtcp(packet, length - mki.length, ssrc);
        return opened == REFUSED ? refused(packet, length) : opened;
    }

    @Override
    public int indexOffset(int length) {
        return cipher.indexOffset(length - mki.length);
    }

    private int insert(byte[] packet, int length) {
        int at = length - tailBytes;
        System.arraycopy(packet, at, packet, at + mki.length, tailBytes);
        System.arraycopy(mki, 0, packet, at, mki.length);
        return length + mki.length;
    }

    private boolean remove(byte[] packet, int length) {
        int at = length - tailBytes - mki.length;
        if (at < 0 || !PacketBytes.same(mki, packet, at, mki.length)) {
            return false;
        }
        System.arraycopy(packet, at + mki.length, packet, at, tailBytes);
        return true;
    }

    /** Leaves the packet as it was. */
    private int refused(byte[] packet, int length) {
        insert(packet, length - mki.length);
        return REFUSED;
    }
}
