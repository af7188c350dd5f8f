package io.sidetone.bench.lane;

import io.sidetone.core.call.CallTap;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.lane.LaneEventType;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/**
 * Stages that an interruption by a key spends its time with. It is the clock of the lane and a tap of all its calls, and so writes down
 * what the lane does, and when. One interruption at a time: the lane writes before it publishes the fence, the sender reads after
 * it has seen it.
 */
final class CommitStages implements CallTap, NanoClock {
    /** Longer from the publication to its turn than this, and it is asked what the lane did meanwhile. */
    static final long LATE_NS = 200_000;

    private static final int KEPT = 8_192;
    private static final byte CLOCK = 0;
    private static final byte TICK = 1;
    private static final byte EVENT = 2;

    /** Work that the lane did while a late interruption waited for its turn. */
    enum Meanwhile {
        /** The collector stopped the JVM, or did so just before. */
        COLLECTOR,
        /** It was asleep, or awake and without a processor. */
        ASLEEP,
        /** It had no processor in the middle of its work. */
        SET_ASIDE,
        /** It served the calls of a tick. */
        TICK,
        /** It handled other events. */
        EVENTS
    }

    private final long[] atNs = new long[KEPT];
    private final byte[] did = new byte[KEPT];
    private final Histogram awake = histogram();
    private final Histogram turn = histogram();
    private final Histogram fence = histogram();
    private final Histogram seen = histogram();
    private final Histogram framesLate = histogram();
    private final long[] late = new long[Meanwhile.values().length];
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private volatile Thread lane;
    private volatile boolean counting;
    private int next;
    private int turnAt;
    private long fencedNs;
    private long collections;

    static Histogram histogram() {
        return new Histogram(60_000_000_000L, 3);
    }

    @Override
    public long nanoTime() {
        long nowNs = System.nanoTime();
        if (Thread.currentThread() == lane) {
            did(CLOCK, nowNs);
        }
        return nowNs;
    }

    @Override
    public void tick(long deadlineNs, long nowNs, long sequence, boolean overflowed) {
        if (lane == null) {
            lane = Thread.currentThread();
        }
        long atCallNs = System.nanoTime();
        did(TICK, atCallNs);
        if (counting) {
            framesLate.recordValue(Math.max(0, atCallNs - deadlineNs));
        }
    }

    @Override
    public void input(LaneEvent event, long sequence) {
        did(EVENT, System.nanoTime());
        if (event.type() == LaneEventType.DIGIT) {
            turnAt = next - 1;
        }
    }

    @Override
    public void fenced(long mark) {
        fencedNs = System.nanoTime();
    }

    private void did(byte what, long nowNs) {
        int at = next++ & KEPT - 1;
        atNs[at] = nowNs;
        did[at] = what;
    }

    /** Sets whether lateness of frames counts from now on. Any thread. */
    void counting(boolean on) {
        counting = on;
    }

    /** The thread of the lane; null before its first tick. */
    Thread lane() {
        return lane;
    }

    /**
     * Takes an interruption that was published and seen then, and returns when its fence was published, all in ns of
     * {@link System#nanoTime}. Sender's thread.
     */
    long record(long publishedNs, long seenNs) {
        long turnNs = atNs[turnAt & KEPT - 1];
        long awakeNs = turnNs;
        long gapNs = 0;
        int ticks = 0;
        int events = 0;
        for (int i = turnAt - 1; i > turnAt - KEPT / 2 && atNs[i & KEPT - 1] >= publishedNs; i--) {
            long thenNs = atNs[i & KEPT - 1];
            gapNs = Math.max(gapNs, awakeNs - thenNs);
            awakeNs = thenNs;
            ticks += did[i & KEPT - 1] == TICK ? 1 : 0;
            events += did[i & KEPT - 1] == EVENT ? 1 : 0;
        }
        awake.recordValue(Math.max(0, awakeNs - publishedNs));
        turn.recordValue(Math.max(0, turnNs - awakeNs));
        fence.recordValue(Math.max(0, fencedNs - turnNs));
        seen.recordValue(Math.max(0, seenNs - fencedNs));
        long before = collections;
        collections = 0;
        for (GarbageCollectorMXBean collector : collectors) {
            collections += collector.getCollectionCount();
        }
        long waitedNs = turnNs - publishedNs;
        if (waitedNs > LATE_NS) {
            Meanwhile did = collections != before
                    ? Meanwhile.COLLECTOR
                    : 2 * (awakeNs - publishedNs) >= waitedNs
                            ? Meanwhile.ASLEEP
                            : 2 * gapNs >= waitedNs
                                    ? Meanwhile.SET_ASIDE
                                    : ticks >= events ? Meanwhile.TICK : Meanwhile.EVENTS;
            late[did.ordinal()]++;
        }
        return fencedNs;
    }

    /** From the publication until the lane is at work: woken, or through with what it just did. */
    Histogram awake() {
        return awake;
    }

    /** From then until the event's turn in the ring has come. */
    Histogram turn() {
        return turn;
    }

    /** From its turn, by the table and the first effect, until the fence is published. */
    Histogram fence() {
        return fence;
    }

    /** From the fence until the sender sees it. */
    Histogram seen() {
        return seen;
    }

    /** Returns how late calls had their part of a tick. */
    Histogram framesLate() {
        return framesLate;
    }

    /** Returns how many interruptions waited longer than {@link #LATE_NS} for their turn while the lane did {@code what}. */
    long late(Meanwhile what) {
        return late[what.ordinal()];
    }
}
