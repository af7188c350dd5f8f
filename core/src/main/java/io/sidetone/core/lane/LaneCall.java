package io.sidetone.core.lane;

import io.sidetone.core.metrics.LaneMetrics;
import org.agrona.concurrent.NanoClock;

/**
 * One call as its lane knows it. Lane thread only; methods do not block. What {@link #open}, {@link #onEvent} or {@link
 * #onTick} throws is given to {@link #fault}.
 */
public interface LaneCall {
    /**
     * Begins the call; the first method that is called, once.
     *
     * @param sequence ring sequence of the OPEN event
     */
    void open(long sequence, long nowNs);

    /**
     * Handles one event of this call.
     *
     * @param event valid during this method only
     * @param sequence ring sequence of the event
     */
    void onEvent(LaneEvent event, long sequence);

    /**
     * Serves the call for 20 ms: time passes, one frame is sent.
     *
     * @param deadlineNs when the tick was due; frames are due on this grid
     * @param nowNs when the tick comes
     * @param sequence ring sequence of the tick
     */
    void onTick(long deadlineNs, long nowNs, long sequence);

    /** A method of this call threw {@code error}: the call ends, the lane goes on. */
    void fault(Throwable error);

    /** The event or tick has been handled, and its fault too. Allocates nothing. */
    void handled();

    /** Returns whether every producer has released the call: the lane forgets it. */
    boolean ended();

    /** The lane has forgotten the call; the last method that is called. */
    void closed();

    /** Makes the calls of a lane. Called on the lane thread; shared by all lanes, thus thread-safe. */
    @FunctionalInterface
    interface Factory {
        /**
         * Makes the call that an OPEN event asks for; {@link LaneCall#open} begins it.
         *
         * @param open the event, valid during this method only
         * @param sequence ring sequence of the event
         * @param admission the slot of the call
         * @param metrics where the lane counts
         * @param clock of the lane
         * @return the call, or null when it could not be made and its transport has been asked to end
         */
        LaneCall create(LaneEvent open, long sequence, Admission admission, LaneMetrics metrics, NanoClock clock);
    }
}
