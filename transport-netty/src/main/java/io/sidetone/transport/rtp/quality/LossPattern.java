package io.sidetone.transport.rtp.quality;

/**
 * Losses of a stream as bursts and gaps: a burst lasts until {@link #GAP_MINIMUM} packets in a row have come (RFC 3611
 * section 4.7.2, appendix A.2). Event loop of the call only, but for what it counts; 0 bytes per packet.
 */
public final class LossPattern {
    /** Gmin: the recommended value. */
    public static final int GAP_MINIMUM = 16;

    private static final int WHOLE = 256;

    /** Packets received since the last loss, at most what is counted of the gap. */
    private long sinceLoss = GAP_MINIMUM;

    private long burstLength;
    private long burstLosses;
    private long burstPackets;
    private long burstLossesOfAll;
    private long bursts;
    private long gapPackets;
    private long gapLosses;
    private long received;
    private long lost;
    private long runs;
    private boolean inRun;

    /** A packet came in its place. */
    public void received() {
        received++;
        inRun = false;
        sinceLoss++;
        if (burstLength == 0) {
            gapPackets++;
        } else if (sinceLoss >= GAP_MINIMUM) {
            endBurst();
        }
    }

    /** {@code count} packets in a row were given up. */
    public void lost(long count) {
        for (long i = 0; i < Math.min(count, Short.MAX_VALUE); i++) {
            lost++;
            if (!inRun) {
                inRun = true;
                runs++;
            }
            if (burstLength == 0) {
                burstLength = 1;
            } else {
                burstLength += sinceLoss + 1;
            }
            burstLosses++;
            sinceLoss = 0;
        }
    }

    /** A loss alone belongs to the gap around it. */
    private void endBurst() {
        if (burstLosses == 1) {
            gapLosses++;
            gapPackets += 1 + sinceLoss;
        } else {
            bursts++;
            burstPackets += burstLength;
            burstLossesOfAll += burstLosses;
            gapPackets += sinceLoss;
        }
        burstLength = 0;
        burstLosses = 0;
    }

    /** Returns the packets given up. */
    public long lost() {
        return lost;
    }

    /** Returns the packets that came in their place. */
    public long inPlace() {
        return received;
    }

    /** Returns BurstR: the mean run of losses over the one that losses by chance would have; at least 1. */
    public double burstRatio() {
        return burstRatio(lost, runs, received);
    }

    /** The same, from counts. */
    static double burstRatio(long lost, long runs, long received) {
        if (runs == 0) {
            return 1;
        }
        return Math.max(1, lost / (double) runs * received / (received + lost));
    }

    /** Returns the share of packets lost within bursts, of 256. */
    public int burstDensity() {
        boolean open = burstLosses > 1;
        return share(burstLossesOfAll + (open ? burstLosses : 0), burstPackets + (open ? burstLength : 0));
    }

    /** Returns the share of packets lost within gaps, of 256. */
    public int gapDensity() {
        return share(gapLosses + (burstLosses == 1 ? 1 : 0), gapPackets + (burstLosses == 1 ? 1 + sinceLoss : 0));
    }

    /** Returns the mean length of bursts in packets. */
    public double burstPackets() {
        boolean open = burstLosses > 1;
        long count = bursts + (open ? 1 : 0);
        return count == 0 ? 0 : (burstPackets + (open ? burstLength : 0)) / (double) count;
    }

    /** Returns the mean length of gaps in packets; a stream begins with one and has one more after each burst. */
    public double gapPackets() {
        return gapPackets / (double) (bursts + 1);
    }

    private static int share(long losses, long packets) {
        return packets == 0 ? 0 : (int) Math.min(WHOLE - 1, losses * WHOLE / packets);
    }
}
