package io.sidetone.core.replay;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.turn.event.TurnEvent;

/** Sees a call while it is replayed. */
public interface ReplayListener {
    /** The call was opened. */
    default void opened(CallRecord call, int mediaRateHz) {}

    /** The caller's audio, as it came: {@code a} = position in the stream in samples, {@code b} = rate. */
    default void caller(JournalRecord audio) {}

    /** A frame to the caller; valid during the call. */
    default void agent(EgressFrame frame, long nowNs) {}

    /** The floor changed hands. */
    default void moved(CallRecord call, FloorTransition transition) {}

    /** Something happened to its turns. */
    default void turnEvent(TurnEvent event) {}

    /** Sees nothing. */
    static ReplayListener none() {
        return new ReplayListener() {};
    }
}
