package io.sidetone.core.lane;

import io.sidetone.audio.SampleRate;
import java.util.Objects;

/**
 * A lane without ring, thread and clock: the real handler, given the events of one recorded call under their original
 * ring sequences, from which its tokens derive. What the call's engines would publish goes nowhere: the recording has it.
 *
 * <p>One thread.
 */
public final class ReplayLane {
    private final CallTable table = new CallTable(1, 1);
    private final LaneEvent event = new LaneEvent();
    private final LaneHandler handler;
    private Admission admission;

    /** Creates a lane whose call {@code factory} makes. */
    public ReplayLane(LaneCall.Factory factory) {
        handler = new LaneHandler(0, 1, table, factory, () -> 0L, RingAhead.NONE);
    }

    /** Opens the call; the OPEN event carries {@code setup}. */
    public void open(Object setup, long sequence, long nowNs) {
        admission = Objects.requireNonNull(table.claim(LanePublisher::silent), "a replay lane holds one call");
        prepare(LaneEventType.OPEN, nowNs);
        event.ref = setup;
        handler.onEvent(event, sequence, true);
    }

    /** Handles an event of the call as it was recorded. */
    public void handle(LaneEventType type, long sequence, Recorded recorded) {
        prepare(type, recorded.nowNs());
        event.token = recorded.token();
        event.a = recorded.a();
        event.b = recorded.b();
        event.ref = recorded.ref();
        event.fill(recorded.pcm(), 0, Math.min(recorded.samples(), SampleRate.MAX_FRAME_SAMPLES));
        handler.onEvent(event, sequence, true);
    }

    /** Lets a tick serve the call. */
    public void tick(long deadlineNs, long nowNs, long sequence, boolean overflowed) {
        admission.publisher().overflowed(overflowed);
        prepare(LaneEventType.TICK, nowNs);
        event.a = 0;
        event.b = deadlineNs;
        handler.onEvent(event, sequence, true);
    }

    private void prepare(LaneEventType type, long nowNs) {
        event.type = type;
        event.handle = admission.handle();
        event.nowNs = nowNs;
    }

    /** Returns whether the lane still holds the call. */
    public boolean live() {
        return table.active() > 0;
    }

    /** The fields of a recorded event. */
    public interface Recorded {
        /** Returns when the producer saw it. */
        long nowNs();

        /** The turn it belongs to. */
        long token();

        /** First number, by type. */
        long a();

        /** Second number, by type. */
        long b();

        /** The object that rides along, or null. */
        Object ref();

        /** Samples of audio. */
        int samples();

        /** The audio. */
        short[] pcm();
    }
}
