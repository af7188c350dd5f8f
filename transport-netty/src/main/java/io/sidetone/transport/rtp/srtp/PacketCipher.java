package io.sidetone.transport.rtp.srtp;

/**
 * Protects the packets of one direction, RTP or RTCP, with session keys; in place, without memory of packets before. One
 * thread at a time. Arrays have room for what is appended.
 */
interface PacketCipher {
    /** Room for the longest packet, in bytes: what a media port receives. */
    int MAX_PACKET_BYTES = 2048;

    /** Value that {@code open…} returns for a packet that is not authentic. */
    int REFUSED = -1;

    /** Bytes of the index and its encryption bit behind an RTCP packet. */
    int INDEX_BYTES = 4;

    /** Set in the index word of an encrypted RTCP packet. */
    int ENCRYPTED = 0x8000_0000;

    /**
     * Encrypts an RTP packet and appends the tag.
     *
     * @param payloadOffset end of header, CSRC list and extension
     * @param index 2^16 × roll-over counter + sequence number
     * @return the new length
     */
    int sealRtp(byte[] packet, int payloadOffset, int length, int ssrc, long index);

    /**
     * Checks the tag of an RTP packet and decrypts it. A packet that is refused is left as it was.
     *
     * @return the length without tag, or {@link #REFUSED}
     */
    int openRtp(byte[] packet, int payloadOffset, int length, int ssrc, long index);

    /**
     * Encrypts an RTCP packet and appends index and tag.
     *
     * @param index 31 bits
     * @return the new length
     */
    int sealRtcp(byte[] packet, int length, int ssrc, int index);

    /**
     * Checks the tag of an RTCP packet and decrypts it, unless its index says that it is not encrypted. A packet that is
     * refused is left as it was.
     *
     * @return the length without index and tag, or {@link #REFUSED}
     */
    int openRtcp(byte[] packet, int length, int ssrc);

    /** Returns where the index word of a protected RTCP packet begins; less than its header in a packet that is too short. */
    int indexOffset(int length);
}
