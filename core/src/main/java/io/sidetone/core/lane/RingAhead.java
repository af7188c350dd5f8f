package io.sidetone.core.lane;

import com.lmax.disruptor.RingBuffer;
import java.util.function.BooleanSupplier;

/**
 * View of what stands in the ring behind the event that is handled now. With it a lane takes what may stop the agent between two calls of a
 * tick. Lane thread only.
 */
final class RingAhead {
    /** A ring into which the lane never looks. */
    static final RingAhead NONE = new RingAhead(null, () -> false);

    private final RingBuffer<LaneEvent> ring;
    private final BooleanSupplier urgent;

    /**
     * Creates it.
     *
     * @param urgent whether anything that may stop the agent was published since it was last asked
     */
    RingAhead(RingBuffer<LaneEvent> ring, BooleanSupplier urgent) {
        this.ring = ring;
        this.urgent = urgent;
    }

    /** Returns whether anything that may stop the agent was published since the last time it was asked. */
    boolean urgent() {
        return urgent.getAsBoolean();
    }

    /** Returns the sequence of the last event that is published or about to be. */
    long last() {
        return ring.getCursor();
    }

    /** Returns the event at {@code sequence}, or null when it is not published yet. */
    LaneEvent at(long sequence) {
        return ring.isAvailable(sequence) ? ring.get(sequence) : null;
    }
}
