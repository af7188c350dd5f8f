package io.sidetone.core.call;

import io.sidetone.core.lane.LanePublisher;

/** Decides which calls are listened to. Called on the lane that opens the call: never blocks, never throws. */
@FunctionalInterface
public interface CallTaps {
    /**
     * Returns the listener of a call that is being opened, {@link CallTap#NONE} for none.
     *
     * @param lane number of the lane
     * @param setup what the call is opened with
     * @param publisher the call's way to its lane
     * @param sequence ring sequence of the OPEN event
     * @param nowNs its time
     */
    CallTap open(int lane, CallSetup setup, LanePublisher publisher, long sequence, long nowNs);

    /** Returns listeners of {@code first} and {@code second} to the same calls, asked in this order. */
    static CallTaps both(CallTaps first, CallTaps second) {
        return (lane, setup, publisher, sequence, nowNs) -> {
            CallTap one = first.open(lane, setup, publisher, sequence, nowNs);
            CallTap other = second.open(lane, setup, publisher, sequence, nowNs);
            if (one == CallTap.NONE) {
                return other;
            }
            return other == CallTap.NONE ? one : new TapPair(one, other);
        };
    }

    /** Listens to no call. */
    static CallTaps none() {
        return (lane, setup, publisher, sequence, nowNs) -> CallTap.NONE;
    }
}
