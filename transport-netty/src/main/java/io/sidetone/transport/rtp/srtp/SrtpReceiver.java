package io.sidetone.transport.rtp.srtp;

/**
 * Opens what a peer sends, with one master key: RTP streams and their RTCP. One thread at a time.
 *
 * <p>Each source has its roll-over counter and its replay window. They are kept of the {@link #MAX_SOURCES} sources heard
 * last; only an authentic packet makes a source known.
 *
 * <p>A new master key does not reset the roll-over counter of a source (RFC 3711 section 3.3.1), but peers exist that do
 * so, and SDES carries none. So the first packet of a source under a new key is tried with the counter it had, then with
 * 0; the one that its tag confirms counts.
 */
public final class SrtpReceiver {
    /** Value that {@code open…} returns for a packet that is not authentic. */
    public static final int NOT_AUTHENTIC = PacketCipher.REFUSED;

    /** Value that {@code open…} returns for a packet that has come before, or is too old to know. */
    public static final int REPLAYED = -2;

    /** Sources that are told apart in one call. */
    static final int MAX_SOURCES = 16;

    private static final int SEQUENCE_OFFSET = 2;
    private static final int SSRC_OFFSET = 8;
    private static final int HALF = 1 << 15;
    private static final int ROLL_OVER = 1 << 16;

    /** One stream; its highest index under the key before is {@code former}, or −1. */
    private static final class Source {
        private final ReplayWindow rtp = new ReplayWindow();
        private final ReplayWindow rtcp = new ReplayWindow();
        private int ssrc;
        private long heard;
        private long former = -1;

        void begin(int newSsrc, long formerHighest) {
            ssrc = newSsrc;
            former = formerHighest;
            rtp.reset();
            rtcp.reset();
        }

        long highest() {
            return rtp.highest() < 0 ? former : rtp.highest();
        }
    }

    private final PacketCipher rtp;
    private final PacketCipher rtcp;
    private final Source[] sources = new Source[MAX_SOURCES];
    private int known;
    private long packets;

    /** Creates a receiver that has heard nothing. */
    public SrtpReceiver(MasterKey key) {
        SessionKeys keys = new SessionKeys(key);
        this.rtp = keys.rtp();
        this.rtcp = keys.rtcp();
        for (int i = 0; i < MAX_SOURCES; i++) {
            sources[i] = new Source();
        }
    }

    /** Returns a receiver of the same sources under another key; this one may still open what is under way. */
    public SrtpReceiver renewed(MasterKey key) {
        SrtpReceiver next = new SrtpReceiver(key);
        for (int i = 0; i < known; i++) {
            next.sources[i].begin(sources[i].ssrc, sources[i].highest());
            next.sources[i].heard = sources[i].heard;
        }
        next.known = known;
        next.packets = packets;
        return next;
    }

    /** This key is in use again, after another under which {@code latest} heard the sources: what it has opened stays known. */
    void resumed(SrtpReceiver latest) {
        for (int i = 0; i < latest.known; i++) {
            known(latest.sources[i].ssrc).former = latest.sources[i].highest();
        }
    }

    /**
     * Opens an RTP packet in place; a packet that is refused is left as it was.
     *
     * @param payloadOffset end of header, CSRC list and extension
     * @return the length without tag, {@link #NOT_AUTHENTIC} or {@link #REPLAYED}
     */
    public int openRtp(byte[] packet, int payloadOffset, int length) {
        int ssrc = PacketBytes.getInt(packet, SSRC_OFFSET);
        int sequence = PacketBytes.getShort(packet, SEQUENCE_OFFSET);
        Source source = find(ssrc);
        if (source == null || source.rtp.highest() < 0) {
            return openFirst(packet, payloadOffset, length, ssrc, sequence, source == null ? -1 : source.former);
        }
        if (source.former > source.rtp.highest()) {
            // The stream went on under another key meanwhile, and may have rolled over.
            long later = indexOf(sequence, source.former);
            int opened = later > source.rtp.highest()
                    ? rtp.openRtp(packet, payloadOffset, length, ssrc, later)
                    : NOT_AUTHENTIC;
            if (opened >= 0) {
                known(ssrc).rtp.note(later);
                return opened;
            }
        }
        long index = indexOf(sequence, source.rtp.highest());
        if (index < 0) {
            return NOT_AUTHENTIC;
        }
        if (!source.rtp.admits(index)) {
            return REPLAYED;
        }
        int opened = rtp.openRtp(packet, payloadOffset, length, ssrc, index);
        if (opened >= 0) {
            source.rtp.note(index);
            source.heard = ++packets;
        }
        return opened;
    }

    /**
     * A stream whose first packets did not come may have rolled over once already.
     *
     * @param former the highest index under the key before, or −1
     */
    private int openFirst(byte[] packet, int payloadOffset, int length, int ssrc, int sequence, long former) {
        long kept = former < 0 ? -1 : indexOf(sequence, former);
        long index = kept < 0 ? sequence : kept;
        int opened = rtp.openRtp(packet, payloadOffset, length, ssrc, index);
        if (opened < 0 && index != sequence) {
            index = sequence;
            opened = rtp.openRtp(packet, payloadOffset, length, ssrc, index);
        }
        if (opened < 0 && sequence < HALF && kept != ROLL_OVER + sequence) {
            index = ROLL_OVER + sequence;
            opened = rtp.openRtp(packet, payloadOffset, length, ssrc, index);
        }
        if (opened >= 0) {
            known(ssrc).rtp.note(index);
        }
        return opened;
    }

    /** Guesses the index of a packet: the one nearest to the highest (RFC 3711 appendix A). */
    private static long indexOf(int sequence, long highest) {
        long index = highest & -ROLL_OVER | sequence;
        if (index - highest > HALF) {
            return index - ROLL_OVER;
        }
        return highest - index > HALF ? index + ROLL_OVER : index;
    }

    /**
     * Opens a compound RTCP packet in place; a packet that is refused is left as it was.
     *
     * @return the length without index and tag, {@link #NOT_AUTHENTIC} or {@link #REPLAYED}
     */
    public int openRtcp(byte[] packet, int length) {
        int ssrc = length < SrtcpPacket.HEADER_BYTES ? 0 : PacketBytes.getInt(packet, SrtcpPacket.SSRC_OFFSET);
        int at = rtcp.indexOffset(length);
        if (at < SrtcpPacket.HEADER_BYTES) {
            return NOT_AUTHENTIC;
        }
        long index = PacketBytes.getInt(packet, at) & ~PacketCipher.ENCRYPTED;
        Source source = find(ssrc);
        if (source != null && !source.rtcp.admits(index)) {
            return REPLAYED;
        }
        int opened = rtcp.openRtcp(packet, length, ssrc);
        if (opened >= 0) {
            known(ssrc).rtcp.note(index);
        }
        return opened;
    }

    private Source find(int ssrc) {
        for (int i = 0; i < known; i++) {
            if (sources[i].ssrc == ssrc) {
                return sources[i];
            }
        }
        return null;
    }

    /** Returns the source, new if need be, in place of the one that has been silent for longest. */
    private Source known(int ssrc) {
        Source source = find(ssrc);
        if (source == null) {
            source = known < MAX_SOURCES ? sources[known++] : oldest();
            source.begin(ssrc, -1);
        }
        source.heard = ++packets;
        return source;
    }

    private Source oldest() {
        Source oldest = sources[0];
        for (Source source : sources) {
            oldest = source.heard < oldest.heard ? source : oldest;
        }
        return oldest;
    }
}
