package io.sidetone.transport.rtp.receive;

/**
 * Sequence numbers of one source made 64 bits long, with the validity rules and loss sums of RFC 3550 A.1 and A.3.
 *
 * <p>One source at a time. Another SSRC from the same address replaces it once it has sent two packets in sequence with
 * none of the present source between them: a transfer switches over, two interleaved sources do not flap. Event loop of
 * the call only.
 */
public final class SequenceTracker {
    /** Packets in sequence that make a source valid. */
    public static final int MIN_SEQUENTIAL = 2;

    /** Steps forward that are still loss, not a restart. */
    public static final int MAX_DROPOUT = 3000;

    /** Steps backward that are still disorder, not a restart. */
    public static final int MAX_MISORDER = 100;

    private static final int SEQUENCE_MODULUS = 1 << 16;
    private static final int NONE = -1;

    /** Meaning of a packet to the tracker. */
    public enum Verdict {
        /** Belongs to the present source: {@link #extended()} gives its place. */
        VALID,
        /** The first valid packet of the first source: the stream begins here. */
        STARTED,
        /** The first valid packet of another source: everything learned about the old one is void. */
        SOURCE_CHANGED,
        /** The present source has restarted its numbers, and this is the first packet valid again. */
        RESTARTED,
        /** One more packet in sequence is awaited before the source counts. */
        PROBATION,
        /** Far outside the window; accepted as a restart if its successor comes next. */
        JUMP
    }

    private boolean active;
    private int ssrc;
    private int maxSequence;
    private long cycles;
    private long baseExtended;
    private long extended;
    private long received;
    private int restartAt = NONE;

    private boolean candidate;
    private int candidateSsrc;
    private int candidateNext;

    private long expectedPrior;
    private long receivedPrior;

    /** Takes one packet's numbers. */
    public Verdict update(int packetSsrc, int sequence) {
        if (!active || packetSsrc != ssrc) {
            return probe(packetSsrc, sequence);
        }
        candidate = false;
        int forward = sequence - maxSequence & 0xFFFF;
        if (forward < MAX_DROPOUT) {
            if (sequence < maxSequence) {
                cycles += SEQUENCE_MODULUS;
            }
            maxSequence = sequence;
            extended = cycles + sequence;
        } else if (forward <= SEQUENCE_MODULUS - MAX_MISORDER) {
            if (sequence != restartAt) {
                restartAt = sequence + 1 & 0xFFFF;
                return Verdict.JUMP;
            }
            start(packetSsrc, sequence);
            return Verdict.RESTARTED;
        } else {
            extended = highestExtended() - (SEQUENCE_MODULUS - forward);
        }
        restartAt = NONE;
        received++;
        return Verdict.VALID;
    }

    /**
     * Takes the numbers of a packet that may be counted apart from the others of its source: they count only where they follow those of the
     * present source closely.
     *
     * @return whether they do
     */
    public boolean follows(int packetSsrc, int sequence) {
        int forward = (short) (sequence - maxSequence);
        return active
                && packetSsrc == ssrc
                && forward > -MAX_MISORDER
                && forward <= ReorderWindow.MAX_GAP
                && update(packetSsrc, sequence) == Verdict.VALID;
    }

    /**
     * Makes a source valid without probation: the address has already proven itself packet by packet.
     *
     * @param sequence of the packet that completed the proof; it counts as received
     */
    public void begin(int packetSsrc, int sequence) {
        start(packetSsrc, sequence);
    }

    private Verdict probe(int packetSsrc, int sequence) {
        if (!candidate || packetSsrc != candidateSsrc || sequence != candidateNext) {
            candidate = true;
            candidateSsrc = packetSsrc;
            candidateNext = sequence + 1 & 0xFFFF;
            return Verdict.PROBATION;
        }
        boolean first = !active;
        start(packetSsrc, sequence);
        return first ? Verdict.STARTED : Verdict.SOURCE_CHANGED;
    }

    private void start(int packetSsrc, int sequence) {
        active = true;
        candidate = false;
        ssrc = packetSsrc;
        maxSequence = sequence;
        // One cycle in hand, so that packets from before the first one have places too.
        cycles = SEQUENCE_MODULUS;
        extended = cycles + sequence;
        baseExtended = extended;
        received = 1;
        restartAt = NONE;
        expectedPrior = 0;
        receivedPrior = 0;
    }

    /** Returns whether a source is valid. */
    public boolean active() {
        return active;
    }

    /** Returns the present source. */
    public int ssrc() {
        return ssrc;
    }

    /** Returns the place of the packet taken last, when it was VALID or began a stream. */
    public long extended() {
        return extended;
    }

    /** Returns the cycles and highest number received as a report block carries them (32 bits). */
    public int extendedHighestForReport() {
        return (int) (highestExtended() - SEQUENCE_MODULUS);
    }

    private long highestExtended() {
        return cycles + maxSequence;
    }

    /** Returns packets expected minus packets received since the source began; duplicates can make it negative. */
    public long cumulativeLost() {
        return expected() - received;
    }

    private long expected() {
        return active ? highestExtended() - baseExtended + 1 : 0;
    }

    /** Returns the loss since the last call of this method as a fraction of 256, and begins a new interval. */
    public int takeFractionLost() {
        long expectedInterval = expected() - expectedPrior;
        long receivedInterval = received - receivedPrior;
        expectedPrior = expected();
        receivedPrior = received;
        long lostInterval = expectedInterval - receivedInterval;
        if (expectedInterval <= 0 || lostInterval <= 0) {
            return 0;
        }
        return (int) Math.min(255, (lostInterval << 8) / expectedInterval);
    }
}
