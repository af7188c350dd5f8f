package io.sidetone.transport.rtp.receive;

import io.sidetone.transport.rtp.packet.SourceKey;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;

/**
 * Decides whose packets a port takes and where it sends: symmetric RTP that cannot be led astray (RFC 4961, RFC 7362).
 *
 * <p>What comes from exactly the address of the SDP is the caller's, from its first packet on and at any time (RFC 3264 section 8). It
 * takes the place of any other source at once; while that one still sends, with its second packet in sequence.
 *
 * <p>Peers also send from elsewhere: an announcement from a port of its own, a telephone behind address translation. The port
 * therefore hears other sources too: the IP address of the SDP or of the signalling (any port), and others where the trunk is
 * configured as translated. Such a source proves itself by {@link #PACKETS_TO_LATCH} consecutive valid packets. Everybody else's
 * packets are foreign.
 *
 * <p>Sources are ranked: the announced address before the signalling address before others. A better one takes the place of a worse
 * one in the first {@link #YOUNG_NS} after the first was proven, and later when the present one has been silent for {@link
 * #SILENT_NS}. One that is not better takes the place of a silent one alone. The signalling address, the announced one and
 * listed networks may do so at any time. Where any address is allowed, one that was not named may do so only if it was proven before
 * and replaced by a better one, or in the first time if it is of the same rank. A better source that is heard again takes its
 * place back at once.
 *
 * <p>Media goes to the announced address. On a translated trunk it follows a source that was proven elsewhere. New SDP ends that: packets
 * of the stream before are heard until the new one comes, but they lead media away again only when they go on for {@link
 * #LATE_NS}. Event loop of the call only.
 */
public final class SourceLatch {
    /** Packets in sequence that prove a source. */
    public static final int PACKETS_TO_LATCH = 4;

    /** Packets in sequence by which the announced address takes the place of a source that still sends. */
    static final int PACKETS_TO_RETURN = 2;

    /** Sources that may be on probation at the same time: noise on the port must not keep the caller out. */
    static final int CANDIDATES = 4;

    /** Time after the first proof for which a better source takes the place of one that still sends. */
    static final long YOUNG_NS = 5_000_000_000L;

    /** A source that sent nothing for so long may be replaced by a better one at any time. */
    static final long SILENT_NS = 1_000_000_000L;

    /** A source that was heard so recently still sends. */
    static final long SENDING_NS = 200_000_000L;

    /** After new SDP packets of the stream before are late ones for so long. */
    static final long LATE_NS = 1_000_000_000L;

    /** States, by what the latch awaits. */
    public enum State {
        /** SDP from the peer. */
        UNKNOWN,
        /** The first packet of the announced address, or enough consecutive ones of another allowed source. */
        LEARNING,
        /** New SDP, or a source that may take the place of the present one. */
        LOCKED
    }

    /** Meaning of a packet's source to the call. */
    public enum Verdict {
        /** The caller. */
        ACCEPTED,
        /** The caller, proven by this packet. */
        LATCHED,
        /** The caller, proven by this packet in place of another source. */
        REPLACED,
        /** Allowed, but not proven. */
        PROBATION,
        /** Not the caller. */
        FOREIGN
    }

    private final Candidate[] candidates = new Candidate[CANDIDATES];
    private State state = State.UNKNOWN;
    private final SourceRanks ranks = new SourceRanks();
    /** The source of each rank that was proven last. */
    private final InetSocketAddress[] proven = new InetSocketAddress[SourceRanks.EXACT + 1];

    private InetSocketAddress source;
    private long sourceKey;
    private int sourceRank;
    private long latchedNs;
    private long heardNs;
    /** True when the source is that of the SDP before, whose packets may be late ones until {@link #lateUntilNs}. */
    private boolean former;

    private long lateUntilNs;

    /** Creates a latch that refuses everything until {@link #announce}. */
    public SourceLatch() {
        for (int i = 0; i < CANDIDATES; i++) {
            candidates[i] = new Candidate();
        }
    }

    /**
     * Takes the peer's SDP.
     *
     * @param sdp media address of the SDP, resolved
     * @param signallingSource where the peer's signalling comes from, or null
     * @param otherSources what a translated trunk may send from besides; {@link OtherSources#NONE} for any other trunk
     * @return whether the SDP names another address than before
     */
    public boolean announce(
            InetSocketAddress sdp, InetAddress signallingSource, OtherSources otherSources, long nowNs) {
        boolean moved = !sdp.equals(ranks.announced());
        ranks.announce(sdp, signallingSource, otherSources);
        if (moved) {
            Arrays.fill(proven, null);
            for (Candidate candidate : candidates) {
                candidate.clear();
            }
        }
        sourceRank = source == null ? SourceRanks.FOREIGN : ranks.of(source);
        if (sourceRank == SourceRanks.FOREIGN) {
            source = null;
            state = State.LEARNING;
        } else {
            former = sourceRank != SourceRanks.EXACT;
            lateUntilNs = nowNs + LATE_NS;
        }
        return moved;
    }

    /**
     * Judges the source of one packet.
     *
     * @param proves whether the packet is valid and of a payload type that was offered: only such count as proof
     */
    public Verdict admit(InetSocketAddress from, int sequence, boolean proves, long nowNs) {
        if (state == State.UNKNOWN) {
            return Verdict.FOREIGN;
        }
        if (state == State.LOCKED && isSource(from)) {
            heardNs = nowNs;
            former &= nowNs - lateUntilNs < 0;
            return Verdict.ACCEPTED;
        }
        int rank = ranks.of(from);
        if (rank == SourceRanks.FOREIGN || state == State.LOCKED && !mayReplace(from, rank, nowNs)) {
            return Verdict.FOREIGN;
        }
        if (!proves || !candidate(from).proves(sequence, needed(rank, nowNs))) {
            return rank == SourceRanks.EXACT && state == State.LEARNING ? Verdict.ACCEPTED : Verdict.PROBATION;
        }
        boolean first = state == State.LEARNING;
        if (first) {
            state = State.LOCKED;
            latchedNs = nowNs;
        }
        take(from, rank, nowNs);
        return first ? Verdict.LATCHED : Verdict.REPLACED;
    }

    /** Compares numbers where it can: the objects of an address are out of the caches. */
    private boolean isSource(InetSocketAddress from) {
        long key = SourceKey.of(from);
        return key == sourceKey && (SourceKey.exact(key) || from.equals(source));
    }

    private int needed(int rank, long nowNs) {
        if (rank != SourceRanks.EXACT) {
            return PACKETS_TO_LATCH;
        }
        return state == State.LOCKED && nowNs - heardNs < SENDING_NS ? PACKETS_TO_RETURN : 1;
    }

    private boolean mayReplace(InetSocketAddress from, int rank, long nowNs) {
        boolean young = nowNs - latchedNs < YOUNG_NS;
        boolean silent = nowNs - heardNs >= SILENT_NS;
        boolean before = from.equals(proven[rank]);
        if (rank > sourceRank) {
            return rank == SourceRanks.EXACT || young || silent || before;
        }
        return silent && (before || ranks.named(rank) || young && rank == sourceRank);
    }

    private void take(InetSocketAddress from, int rank, long nowNs) {
        source = from;
        sourceKey = SourceKey.of(from);
        sourceRank = rank;
        former = false;
        proven[rank] = from;
        heardNs = nowNs;
        for (Candidate candidate : candidates) {
            candidate.clear();
        }
    }

    /** Returns the source's own record, or the least advanced one made its own. */
    private Candidate candidate(InetSocketAddress from) {
        Candidate weakest = candidates[0];
        for (Candidate candidate : candidates) {
            if (from.equals(candidate.source)) {
                return candidate;
            }
            if (candidate.count < weakest.count) {
                weakest = candidate;
            }
        }
        weakest.clear();
        weakest.source = from;
        return weakest;
    }

    /** Returns whether packets of this IP address may be the caller's RTCP. */
    public boolean mayControl(InetAddress address) {
        switch (state) {
            case LOCKED:
                return address.equals(source.getAddress())
                        || address.equals(ranks.announced().getAddress());
            case LEARNING:
                return address.equals(ranks.announced().getAddress()) || address.equals(ranks.signalling());
            default:
                return false;
        }
    }

    /** Returns the address whose packets are taken at present, or null while none is proven. */
    public InetSocketAddress source() {
        return source;
    }

    /**
     * Returns the address that media has proven to come from and is to go to; null while only the SDP says where. A source other than the
     * announced one leads media to it on a translated trunk alone.
     */
    public InetSocketAddress target() {
        boolean leads = sourceRank == SourceRanks.EXACT || ranks.translated() && !former;
        return leads ? source : null;
    }

    /** Returns the address of the SDP, or null before any. */
    public InetSocketAddress announced() {
        return ranks.announced();
    }

    /** Returns what the latch awaits. */
    public State state() {
        return state;
    }

    private static final class Candidate {
        private InetSocketAddress source;
        private int nextSequence;
        private int count;

        private boolean proves(int sequence, int needed) {
            count = count > 0 && sequence == nextSequence ? count + 1 : 1;
            nextSequence = sequence + 1 & 0xFFFF;
            return count >= needed;
        }

        private void clear() {
            source = null;
            count = 0;
        }
    }
}
