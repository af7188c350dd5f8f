package io.sidetone.transport.rtp.receive;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Decides whose packets a port takes and where it sends: symmetric RTP that cannot be led astray (RFC 4961, RFC 7362).
 *
 * <p>Peers behind address translation announce an address that media does not come from. The port therefore learns the
 * real one: from the IP address of the SDP or of the signalling (any port), or from any source where the trunk is
 * configured as translated. It learns once, from {@link #PACKETS_TO_LATCH} consecutive valid packets, and never again
 * until new SDP names another address. Everybody else's packets are foreign. Event loop of the call only.
 */
public final class SourceLatch {
    /** Packets in sequence that prove a source. */
    public static final int PACKETS_TO_LATCH = 4;

    /** Sources that may be on probation at the same time: noise on the port must not keep the caller out. */
    static final int CANDIDATES = 4;

    /** What the latch awaits. */
    public enum State {
        /** SDP from the peer. */
        UNKNOWN,
        /** Enough consecutive packets of one allowed source. */
        LEARNING,
        /** New SDP that names another address. */
        LOCKED
    }

    /** What a packet's source is to the call. */
    public enum Verdict {
        /** The caller. */
        ACCEPTED,
        /** The caller, proven by this packet: {@link #target()} is now its address. */
        LATCHED,
        /** Allowed, but not proven. */
        PROBATION,
        /** Not the caller. */
        FOREIGN
    }

    private final Candidate[] candidates = new Candidate[CANDIDATES];
    private State state = State.UNKNOWN;
    private InetSocketAddress announced;
    private InetAddress signalling;
    private boolean anySource;
    private InetSocketAddress target;

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
     * @param any whether the trunk is translated, so that media may come from any address
     * @return whether learning has begun anew
     */
    public boolean announce(InetSocketAddress sdp, InetAddress signallingSource, boolean any) {
        if (state != State.UNKNOWN && sdp.equals(announced)) {
            return false;
        }
        announced = sdp;
        signalling = signallingSource;
        anySource = any;
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
    public Verdict admit(InetSocketAddress source, int sequence, boolean proves) {
        switch (state) {
            case LOCKED:
                return source.equals(target) ? Verdict.ACCEPTED : Verdict.FOREIGN;
            case LEARNING:
                return learn(source, sequence, proves);
            default:
                return Verdict.FOREIGN;
        }
    }

    private Verdict learn(InetSocketAddress source, int sequence, boolean proves) {
        boolean exact = source.equals(announced);
        if (!exact && !allowed(source.getAddress())) {
            return Verdict.FOREIGN;
        }
        if (proves && candidate(source).proves(sequence)) {
            state = State.LOCKED;
            target = source;
            return Verdict.LATCHED;
        }
        return exact ? Verdict.ACCEPTED : Verdict.PROBATION;
    }

    private boolean allowed(InetAddress address) {
        return anySource || address.equals(announced.getAddress()) || address.equals(signalling);
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
                return address.equals(target.getAddress()) || address.equals(announced.getAddress());
            case LEARNING:
                return address.equals(announced.getAddress()) || address.equals(signalling);
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
        return announced;
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
