package io.sidetone.transport.rtp.srtp;

/**
 * Protects the RTP stream that we send and its RTCP, with one master key. One thread at a time.
 *
 * <p>Packets come in the order of their sequence numbers, which begin below 2^15 so that a peer that misses the first
 * ones counts the same roll-overs (RFC 3711 section 3.3.1).
 */
public final class SrtpSender {
    private static final int SEQUENCE_OFFSET = 2;
    private static final int SSRC_OFFSET = 8;
    private static final int MAX_INDEX = Integer.MAX_VALUE;

    private final PacketCipher rtp;
    private final PacketCipher rtcp;
    private boolean begun;
    private int lastSequence;
    private long rollOvers;
    private int controlIndex;

    /** Creates a sender that has sent nothing. */
    public SrtpSender(MasterKey key) {
        SessionKeys keys = new SessionKeys(key);
        this.rtp = keys.rtp();
        this.rtcp = keys.rtcp();
    }

    /**
     * Protects an RTP packet in place; the array has room for 16 more bytes.
     *
     * @param payloadOffset end of header, CSRC list and extension
     * @return the new length
     */
    public int protectRtp(byte[] packet, int payloadOffset, int length) {
        int sequence = PacketBytes.getShort(packet, SEQUENCE_OFFSET);
        if (begun && sequence < lastSequence) {
            rollOvers++;
        }
        begun = true;
        lastSequence = sequence;
        int ssrc = PacketBytes.getInt(packet, SSRC_OFFSET);
        return rtp.sealRtp(packet, payloadOffset, length, ssrc, rollOvers << 16 | sequence);
    }

    /**
     * Protects a compound RTCP packet in place; the array has room for 20 more bytes.
     *
     * @return the new length
     */
    public int protectRtcp(byte[] packet, int length) {
        // The first packet has index 1, like that of other implementations; the last index is followed by the first.
        controlIndex = controlIndex == MAX_INDEX ? 1 : controlIndex + 1;
        return rtcp.sealRtcp(packet, length, PacketBytes.getInt(packet, SrtcpPacket.SSRC_OFFSET), controlIndex);
    }
}
