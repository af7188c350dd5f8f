package io.sidetone.transport.rtp.receive;

import io.sidetone.transport.rtp.packet.SourceKey;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;

/**
 * Decides whose packets a port takes and where it sends: symmetric RTP that cannot be led astray (RFC 4961, RFC 7362).
 *
 * <p>Peers behind address translation announce an address that media does not come from. The port therefore learns the
 * real one: from the IP address of the SDP or of the signalling (any port), or from other sources where the trunk is
 * configured as translated. It learns from {@link #PACKETS_TO_LATCH} consecutive valid packets. Everybody else's packets are
 * foreign.
 *
 * <p>Without translation it learns once, and never again until new SDP names another address. With translation whoever sends
 * first may be a stranger. Sources are ranked then: the announced address before the signalling address before others. A better
 * one takes the place of a worse one in the first {@link #YOUNG_NS} after the first was proven, and later when the present one
 * has been silent for {@link #SILENT_NS}.
 *
 * <p>One that is not better takes the place of a silent one alone. The signalling address, the announced one and listed networks
 * may do so at any time. Where any address is allowed, one that was not named may do so only if it was proven before and replaced
 * by a better one, or in the first time if it is of the same rank. A better source that is heard again takes its place back at
 * once. Event loop of the call only.
 */
public final class SourceLatch {
    /** Packets in sequence that prove a source. */
    public static final int PACKETS_TO_LATCH = 4;

    /** Sources that may be on probation at the same time: noise on the port must not keep the caller out. */
    static final int CANDIDATES = 4;

    /** How long after the first proof a better source takes the place of one that still sends. */
    static final long YOUNG_NS = 5_000_000_000L;

    /** A source that sent nothing for so long may be replaced by a better one at any time. */
    static final long SILENT_NS = 1_000_000_000L;

    /** What the latch awaits. */
    public enum State {
        /** SDP from the peer. */
        UNKNOWN,
        /** Enough consecutive packets of one allowed source. */
        LEARNING,
        /** New SDP that names another address, or on a translated trunk a better source. */
        LOCKED
    }

    /** What a packet's source is to the call. */
    public enum Verdict {
        /** The caller. */
        ACCEPTED,
        /** The caller, proven by this packet: {@link #target()} is now its address. */
        LATCHED,
        /** The caller, proven by this packet in place of another source: {@link #target()} is now its address. */
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

    private InetSocketAddress target;
    private long targetKey;
    private int targetRank;
    private long latchedNs;
    private long heardNs;

    /** Creates a latch that refuses everything until {@link #announce}. */
    public SourceLatch() {
        for (int i = 0; i < CANDIDATES; i++) {
            candidates[i] = new Candidate();
        }
    }

    /**
     * Takes the peer's SDP. The same address as before changes nothing, so that a repeated offer cannot reopen learning.
     *
     * @param sdp media address of the SDP, resolved
     * @param signallingSource where the peer's signalling comes from, or null
     * @param otherSources what a translated trunk may send from besides; {@link OtherSources#NONE} for any other trunk
     * @return whether learning has begun anew
     */
    public boolean announce(InetSocketAddress sdp, InetAddress signallingSource, OtherSources otherSources) {
        if (state != State.UNKNOWN && sdp.equals(ranks.announced())) {
            return false;
        }
        ranks.announce(sdp, signallingSource, otherSources);
        Arrays.fill(proven, null);
        target = null;
        for (Candidate candidate : candidates) {
            candidate.clear();
        }
        state = State.LEARNING;
        return true;
    }

    /**
     * Judges the source of one packet.
     *
     * @param proves whether the packet is valid and of a payload type that was offered: only such count as proof
     */
    public Verdict admit(InetSocketAddress source, int sequence, boolean proves, long nowNs) {
        switch (state) {
            case LOCKED:
                if (isTarget(source)) {
                    heardNs = nowNs;
                    return Verdict.ACCEPTED;
                }
                return ranks.translated() ? challenge(source, sequence, proves, nowNs) : Verdict.FOREIGN;
            case LEARNING:
                return learn(source, sequence, proves, nowNs);
            default:
                return Verdict.FOREIGN;
        }
    }

    /** Compares numbers where it can: the objects of an address are out of the caches. */
    private boolean isTarget(InetSocketAddress source) {
        long key = SourceKey.of(source);
        return key == targetKey && (SourceKey.exact(key) || source.equals(target));
    }

    private Verdict learn(InetSocketAddress source, int sequence, boolean proves, long nowNs) {
        int rank = ranks.of(source);
        if (rank == SourceRanks.FOREIGN) {
            return Verdict.FOREIGN;
        }
        if (proves && candidate(source).proves(sequence)) {
            state = State.LOCKED;
            latchedNs = nowNs;
            take(source, rank, nowNs);
            return Verdict.LATCHED;
        }
        return rank == SourceRanks.EXACT ? Verdict.ACCEPTED : Verdict.PROBATION;
    }

    /** Another source than the present one of a translated trunk. */
    private Verdict challenge(InetSocketAddress source, int sequence, boolean proves, long nowNs) {
        int rank = ranks.of(source);
        boolean young = nowNs - latchedNs < YOUNG_NS;
        boolean silent = nowNs - heardNs >= SILENT_NS;
        if (rank == SourceRanks.FOREIGN || !mayReplace(source, rank, young, silent)) {
            return Verdict.FOREIGN;
        }
        if (proves && candidate(source).proves(sequence)) {
            take(source, rank, nowNs);
            return Verdict.REPLACED;
        }
        return Verdict.PROBATION;
    }

    private boolean mayReplace(InetSocketAddress source, int rank, boolean young, boolean silent) {
        boolean before = source.equals(proven[rank]);
        if (rank > targetRank) {
            return young || silent || before;
        }
        return silent && (before || ranks.named(rank) || young && rank == targetRank);
    }

    private void take(InetSocketAddress source, int rank, long nowNs) {
        target = source;
        targetKey = SourceKey.of(source);
        targetRank = rank;
        proven[rank] = source;
        heardNs = nowNs;
        for (Candidate candidate : candidates) {
            candidate.clear();
        }
    }

    /** Returns the source's own record, or the least advanced one made its own. */
    private Candidate candidate(InetSocketAddress source) {
        Candidate weakest = candidates[0];
        for (Candidate candidate : candidates) {
            if (source.equals(candidate.source)) {
                return candidate;
            }
            if (candidate.count < weakest.count) {
                weakest = candidate;
            }
        }
        weakest.clear();
        weakest.source = source;
        return weakest;
    }

    /** Returns whether packets of this IP address may be the caller's RTCP. */
    public boolean mayControl(InetAddress address) {
        switch (state) {
            case LOCKED:
                return address.equals(target.getAddress())
                        || address.equals(ranks.announced().getAddress());
            case LEARNING:
                return address.equals(ranks.announced().getAddress()) || address.equals(ranks.signalling());
            default:
                return false;
        }
    }

    /** Returns the address media really comes from, or null while it is not known. */
    public InetSocketAddress target() {
        return target;
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

        private boolean proves(int sequence) {
            count = count > 0 && sequence == nextSequence ? count + 1 : 1;
            nextSequence = sequence + 1 & 0xFFFF;
            return count >= PACKETS_TO_LATCH;
        }

        private void clear() {
            source = null;
            count = 0;
        }
    }
}
