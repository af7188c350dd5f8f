package io.sidetone.core.call;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.lane.LanePublisher;
import java.util.List;

/**
 * What a call publishes of itself: the lane writes, any thread reads. Outlives the call.
 */
public final class CallRecord {
    private final CallSetup setup;
    private final LanePublisher publisher;
    private final Timeline timeline = new Timeline();
    private volatile FloorState state = FloorState.NOT_CONNECTED;
    private volatile FloorViews views = FloorViews.of(FloorState.NOT_CONNECTED, false, false);
    private volatile boolean held;
    private volatile boolean yielding;
    private volatile boolean recovering;
    private volatile History.Snapshot history = new History.Snapshot(List.of());
    private volatile CallStatistics statistics = CallStatistics.NONE;
    private volatile Caption caption = Caption.NONE;
    private volatile EndCause endCause;
    private volatile long endedNs;

    /** Creates the record of a call that is being opened. */
    public CallRecord(CallSetup setup, LanePublisher publisher) {
        this.setup = setup;
        this.publisher = publisher;
    }

    void state(FloorState now, FloorViews nowViews) {
        views = nowViews;
        state = now;
    }

    void overlays(boolean isHeld, boolean isYielding, boolean isRecovering) {
        held = isHeld;
        yielding = isYielding;
        recovering = isRecovering;
    }

    void history(History.Snapshot now) {
        history = now;
    }

    void statistics(CallStatistics now) {
        statistics = now;
    }

    void caption(Caption now) {
        caption = now;
    }

    void ended(EndCause cause, long nowNs) {
        endedNs = nowNs;
        endCause = cause;
    }

    /** What the call was opened with. */
    public CallSetup setup() {
        return setup;
    }

    /** How to send the call an event. */
    public LanePublisher publisher() {
        return publisher;
    }

    /** What happened so far. */
    public Timeline timeline() {
        return timeline;
    }

    /** The present floor state. */
    public FloorState state() {
        return state;
    }

    /** The present names in the four vocabularies. */
    public FloorViews views() {
        return views;
    }

    /** Whether one side holds the call. */
    public boolean held() {
        return held;
    }

    /** Whether playout is paused for the caller. */
    public boolean yielding() {
        return yielding;
    }

    /** Whether the call recovers from a degraded engine. */
    public boolean recovering() {
        return recovering;
    }

    /** What was said so far, as it was heard. */
    public History.Snapshot history() {
        return history;
    }

    /** What the agent says, and how much of it was heard. */
    public Caption caption() {
        return caption;
    }

    /** Counts and times so far. */
    public CallStatistics statistics() {
        return statistics;
    }

    /** Why the call ended, or null while it lives. */
    public EndCause endCause() {
        return endCause;
    }

    /** Milliseconds since admission at {@code nowNs}, or at the end. */
    public long ageMs(long nowNs) {
        return ((endCause == null ? nowNs : endedNs) - setup.epochNs()) / 1_000_000;
    }
}
