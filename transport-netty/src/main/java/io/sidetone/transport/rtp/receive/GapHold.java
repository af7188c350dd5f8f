package io.sidetone.transport.rtp.receive;

/**
 * Time for which a gap in the sequence is kept open for the packet that is missing: not at all until packets were seen out of
 * order, then a little longer than they were late, and not at all again once there was order for {@link #MEMORY_NS}.
 *
 * <p>A lost packet never comes, so waiting for it only adds delay: on a network that loses but does not reorder nothing
 * waits. Event loop of the call only.
 */
public final class GapHold {
    /** The longest hold. Packets later than that would come too late whatever is done, and teach nothing. */
    public static final long MAX_HOLD_NS = 60_000_000L;

    /** Disorder is remembered for this long at least, and for twice as long at most. */
    public static final long MEMORY_NS = 10_000_000_000L;

    /** Time by which a hold is longer than the lateness seen, beside a quarter of it. */
    static final long MARGIN_NS = 5_000_000L;

    private static final long NONE = -1;

    private boolean started;
    private long periodStartNs;
    private long latest = NONE;
    private long latestBefore = NONE;

    /** A packet came {@code lateNs} after the first one that should have followed it. */
    public void saw(long lateNs, long nowNs) {
        turn(nowNs);
        if (lateNs <= MAX_HOLD_NS) {
            latest = Math.max(latest, lateNs);
        }
    }

    /** Returns how long a gap is kept open at present, in ns; 0 while the network keeps order. */
    public long holdNs(long nowNs) {
        turn(nowNs);
        long late = Math.max(latest, latestBefore);
        return late == NONE ? 0 : Math.min(MAX_HOLD_NS, late + late / 4 + MARGIN_NS);
    }

    private void turn(long nowNs) {
        long elapsed = nowNs - periodStartNs;
        if (started && elapsed < MEMORY_NS) {
            return;
        }
        latestBefore = started && elapsed < 2 * MEMORY_NS ? latest : NONE;
        latest = NONE;
        started = true;
        periodStartNs = nowNs;
    }
}
