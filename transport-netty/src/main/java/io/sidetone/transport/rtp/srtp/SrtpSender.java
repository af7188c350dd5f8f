package io.sidetone.transport.rtp.srtp;

/**
 * Protects the RTP stream that we send and its RTCP, with one master key. One thread at a time.
 *
 * <p>Packets come in the order of their sequence numbers, which begin below 2^15 so that a peer that misses the first
 * ones counts the same roll-overs (RFC 3711 section 3.3.1). A new master key resets neither the roll-over counter nor the
 * SRTCP index (sections 3.3.1 and 3.4); another SSRC begins both anew.
 */
public final class SrtpSender {
    private static final int SEQUENCE_OFFSET = 2;
    private static final int SSRC_OFFSET = 8;
    private static final int MAX_INDEX = Integer.MAX_VALUE;

    private final PacketCipher rtp;
    private final PacketCipher rtcp;
    private boolean begun;
    private int ssrc;
    private int lastSequence;
    private long rollOvers;
    private int controlSsrc;
    private int controlIndex;

    /** Creates a sender that has sent nothing. */
    public SrtpSender(MasterKey key) {
        SessionKeys keys = new SessionKeys(key);
        this.rtp = keys.rtp();
        this.rtcp = keys.rtcp();
    }

    /** Returns a sender that goes on with the same stream under another key; this one is not to be used any more. */
    public SrtpSender renewed(MasterKey key) {
        SrtpSender next = new SrtpSender(key);
        next.begun = begun;
        next.ssrc = ssrc;
        next.lastSequence = lastSequence;
        next.rollOvers = rollOvers;
        next.controlSsrc = controlSsrc;
        next.controlIndex = controlIndex;
        return next;
    }

    /**
     * Protects an RTP packet in place; the array has room for 16 more bytes.
     *
     * @param payloadOffset end of header, CSRC list and extension
     * @return the new length
     */
    public int protectRtp(byte[] packet, int payloadOffset, int length) {
        int sequence = PacketBytes.getShort(packet, SEQUENCE_OFFSET);
        int source = PacketBytes.getInt(packet, SSRC_OFFSET);
        if (!begun || source != ssrc) {
            begun = true;
            ssrc = source;
            rollOvers = 0;
        } else if (sequence < lastSequence) {
            rollOvers++;
        }
        lastSequence = sequence;
        return rtp.sealRtp(packet, payloadOffset, length, ssrc, rollOvers << 16 | sequence);
    }

    /**
     * Protects a compound RTCP packet in place; the array has room for 20 more bytes.
     *
     * @return the new length
     */
    public int protectRtcp(byte[] packet, int length) {
        int source = PacketBytes.getInt(packet, SrtcpPacket.SSRC_OFFSET);
        if (source != controlSsrc) {
            controlSsrc = source;
            controlIndex = 0;
        }
        // The first packet has index 1, like that of other implementations; the last index is followed by the first.
        controlIndex = controlIndex == MAX_INDEX ? 1 : controlIndex + 1;
        return rtcp.sealRtcp(packet, length, source, controlIndex);
    }
}
