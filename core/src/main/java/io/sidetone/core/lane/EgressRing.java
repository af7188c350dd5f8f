package io.sidetone.core.lane;

import io.sidetone.core.metrics.SingleWriterCounter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;

/**
 * Single-producer single-consumer ring of preallocated {@link EgressFrame}s for one (lane, event loop) pair.
 *
 * <p>Producer: the lane thread ({@link #claim}, {@link #publish}, {@link #wakeUp}). Consumer: the event loop
 * ({@link #peek}, {@link #release}). Never blocks: a full ring refuses the frame and counts it.
 */
public final class EgressRing {
    private static final VarHandle SEQUENCE;

    static {
        try {
            SEQUENCE = MethodHandles.lookup().findVarHandle(Cursor.class, "value", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final EgressFrame[] frames;
    private final int mask;
    private final Cursor tail = new Cursor();
    private final Cursor head = new Cursor();
    private final Runnable wakeUp;
    private final SingleWriterCounter refused = new SingleWriterCounter();
    private long cachedHead;
    private long wokenAt;

    /**
     * Creates a ring.
     *
     * @param capacity frames, a power of two
     * @param wakeUp called on the lane thread, at most once per tick, when frames wait; must hand over to the event
     *     loop without blocking
     */
    public EgressRing(int capacity, Runnable wakeUp) {
        if (Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity " + capacity + " of an egress ring must be a power of two");
        }
        this.wakeUp = Objects.requireNonNull(wakeUp, "wakeUp");
        this.frames = new EgressFrame[capacity];
        this.mask = capacity - 1;
        for (int i = 0; i < capacity; i++) {
            frames[i] = new EgressFrame();
        }
    }

    /** Returns the next free frame to fill, or null (counted) when the event loop is a whole ring behind. */
    public EgressFrame claim() {
        long next = tail.value;
        if (next - cachedHead > mask) {
            cachedHead = (long) SEQUENCE.getAcquire(head);
            if (next - cachedHead > mask) {
                refused.increment();
                return null;
            }
        }
        return frames[(int) next & mask];
    }

    /** Hands the frame claimed last to the event loop. */
    public void publish() {
        SEQUENCE.setRelease(tail, tail.value + 1);
    }

    /** Wakes the event loop if anything was published since the last wake-up. */
    public void wakeUp() {
        if (tail.value != wokenAt) {
            wokenAt = tail.value;
            wakeUp.run();
        }
    }

    /** Returns the oldest frame not yet released, or null. Event loop only. */
    public EgressFrame peek() {
        long current = head.value;
        if (current == (long) SEQUENCE.getAcquire(tail)) {
            return null;
        }
        return frames[(int) current & mask];
    }

    /** Gives the frame returned by {@link #peek} back to the lane. Event loop only. */
    public void release() {
        SEQUENCE.setRelease(head, head.value + 1);
    }

    /** Frames refused because the ring was full. */
    public SingleWriterCounter refused() {
        return refused;
    }

    /** A sequence alone on its cache lines. */
    @SuppressWarnings("unused")
    private static final class Cursor {
        private long p0;
        private long p1;
        private long p2;
        private long p3;
        private long p4;
        private long p5;
        private long p6;
        private long value;
        private long p8;
        private long p9;
        private long p10;
        private long p11;
        private long p12;
        private long p13;
        private long p14;
    }
}
