package io.sidetone.core.lane;

import io.sidetone.core.fence.Fence;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongFunction;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;

/**
 * The slots calls live in, and the admission point. {@link #claim} is thread-safe; {@link #release} is
 * called by the lane that owned the call, when every producer has acknowledged.
 *
 * <p>A slot's lane never changes: index modulo lanes. A released slot gets the next generation, so that a late event for
 * the old call finds nothing.
 */
public final class CallTable {
    private final int lanes;
    private final MpmcAtomicArrayQueue<Integer> free;
    private final AtomicReferenceArray<Admission> admissions;
    private final AtomicInteger active = new AtomicInteger();
    private final int[] generations;

    /** Creates a table of {@code maxCalls} slots over {@code lanes} lanes. */
    public CallTable(int maxCalls, int lanes) {
        if (maxCalls < 1 || lanes < 1) {
            throw new IllegalArgumentException(
                    "a call table needs at least one slot and one lane, not " + maxCalls + " and " + lanes);
        }
        this.lanes = lanes;
        this.free = new MpmcAtomicArrayQueue<>(Math.max(2, maxCalls));
        this.admissions = new AtomicReferenceArray<>(maxCalls);
        this.generations = new int[maxCalls];
        for (int i = 0; i < maxCalls; i++) {
            free.offer(i);
        }
    }

    /**
     * Claims a slot.
     *
     * @param publishers makes the publisher for a handle
     * @return the admission, or null when the table is full
     */
    public Admission claim(LongFunction<LanePublisher> publishers) {
        Integer index = free.poll();
        if (index == null) {
            return null;
        }
        active.incrementAndGet();
        long handle = CallHandle.of(index, generations[index]);
        Admission admission = new Admission(handle, laneOf(index), publishers.apply(handle), new Fence());
        admissions.set(index, admission);
        return admission;
    }

    /** Gives the slot of {@code handle} back under its next generation; false if it was given back before. */
    public boolean release(long handle) {
        int index = CallHandle.index(handle);
        Admission present = admissions.get(index);
        if (present == null || present.handle() != handle || !admissions.compareAndSet(index, present, null)) {
            return false;
        }
        generations[index]++;
        active.decrementAndGet();
        free.offer(index);
        return true;
    }

    /** Returns the live admission in slot {@code index}, or null. */
    public Admission admission(int index) {
        return admissions.get(index);
    }

    /** The lane of a slot. */
    public int laneOf(int index) {
        return index % lanes;
    }

    /** Slots in use. */
    public int active() {
        return active.get();
    }

    /** Slots in all. */
    public int capacity() {
        return admissions.length();
    }
}
