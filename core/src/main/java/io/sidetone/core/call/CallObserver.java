package io.sidetone.core.call;

import io.sidetone.core.floor.FloorTransition;

/** Sees calls come, change and go (ITE-PAT-001). Called on the lane: must neither block nor throw. */
public interface CallObserver {
    /** A call was admitted. */
    void opened(CallRecord call);

    /** Its floor changed hands. */
    void moved(CallRecord call, FloorTransition transition);

    /** The caller has heard another word of the agent, or the last of an interrupted turn (ITE-REQ-011). */
    default void caption(CallRecord call, Caption caption) {}

    /** It is over; the record will not change any more. */
    void ended(CallRecord call);

    /** Looks away. */
    static CallObserver none() {
        return new CallObserver() {
            @Override
            public void opened(CallRecord call) {}

            @Override
            public void moved(CallRecord call, FloorTransition transition) {}

            @Override
            public void ended(CallRecord call) {}
        };
    }
}
