package io.sidetone.core.metrics;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.turn.event.AlertKind;

/** Counters of one lane: every field is written by the lane thread and read by scrapes. */
public final class LaneMetrics implements CounterValues<LaneCounter> {
    private final SingleWriterCounters<LaneCounter> counters = new SingleWriterCounters<>(LaneCounter.class);

    /** From a request before its turn was over to when it would have been made otherwise. */
    public final DurationRecorder preemptiveSaved = new DurationRecorder();

    /** Caller's onset to the yield decision. */
    public final DurationRecorder bargeInDetect = new DurationRecorder();

    /** Yield decision to the last agent frame handed to egress. */
    public final DurationRecorder bargeInYield = new DurationRecorder();

    /** Caller's onset to the commit. */
    public final DurationRecorder bargeInCommit = new DurationRecorder();

    /** End of the caller's speech to the agent's first audio. */
    public final DurationRecorder turnResponse = new DurationRecorder();

    /** Time one event takes on the lane. */
    public final DurationRecorder laneCycle = new DurationRecorder();

    /** Events that held the lane for too long (ITE-CON-001). */
    public final SlowHandlers slowHandlers = new SlowHandlers();

    private final SingleWriterCounter[] stateNs = new SingleWriterCounter[FloorState.values().length];
    private final SingleWriterCounter[] alerts = new SingleWriterCounter[AlertKind.values().length];

    /** Creates zeroed metrics. */
    public LaneMetrics() {
        for (int i = 0; i < stateNs.length; i++) {
            stateNs[i] = new SingleWriterCounter();
        }
        for (int i = 0; i < alerts.length; i++) {
            alerts[i] = new SingleWriterCounter();
        }
    }

    /** Counts one. Lane thread only. */
    public void increment(LaneCounter counter) {
        counters.increment(counter);
    }

    /** Counts {@code amount}. Lane thread only. */
    public void add(LaneCounter counter, long amount) {
        counters.add(counter, amount);
    }

    @Override
    public Class<LaneCounter> names() {
        return LaneCounter.class;
    }

    @Override
    public long value(LaneCounter counter) {
        return counters.value(counter);
    }

    /** Alerts of {@code kind} (VAN-13). */
    public SingleWriterCounter alerts(AlertKind kind) {
        return alerts[kind.ordinal()];
    }

    /** Total nanoseconds calls spent in {@code state}. */
    public SingleWriterCounter stateNs(FloorState state) {
        return stateNs[state.ordinal()];
    }
}
