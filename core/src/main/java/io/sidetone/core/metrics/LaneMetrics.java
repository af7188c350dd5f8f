package io.sidetone.core.metrics;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.turn.event.AlertKind;

/** What one lane counts: every field is written by the lane thread and read by scrapes. */
public final class LaneMetrics {
    /** Triggers a floor refused (VIP-T20). */
    public final SingleWriterCounter illegalTransitions = new SingleWriterCounter();

    /** Provider events of cancelled turns, dropped on the lane. */
    public final SingleWriterCounter staleDropped = new SingleWriterCounter();

    /** Events for calls that are gone. */
    public final SingleWriterCounter strayEvents = new SingleWriterCounter();

    /** Two holders of one turn token: must stay 0 (ITE-REQ-006). */
    public final SingleWriterCounter turnTokenViolations = new SingleWriterCounter();

    /** Frames handed to egress rings. */
    public final SingleWriterCounter framesSent = new SingleWriterCounter();

    /** Frames skipped because a tick came more than three frames late. */
    public final SingleWriterCounter framesSkipped = new SingleWriterCounter();

    /** Frames made up for lost ones. */
    public final SingleWriterCounter framesConcealed = new SingleWriterCounter();

    /** Frames the recognizer had no room for. */
    public final SingleWriterCounter recognizerRefused = new SingleWriterCounter();

    /** Frames that the selected source of speech evidence had no room for. */
    public final SingleWriterCounter sourceRefused = new SingleWriterCounter();

    /** Scores of off-lane sources. */
    public final SingleWriterCounter evidence = new SingleWriterCounter();

    /** Yields. */
    public final SingleWriterCounter yields = new SingleWriterCounter();

    /** Yields after which the agent went on. */
    public final SingleWriterCounter falseAlarms = new SingleWriterCounter();

    /** Turns the caller took from the agent. */
    public final SingleWriterCounter bargeIns = new SingleWriterCounter();

    /** Barge-ins whose yield to last frame took longer than the policy's budget. */
    public final SingleWriterCounter overBudget = new SingleWriterCounter();

    /** Transfers, digits and holds that the state of their call did not allow. */
    public final SingleWriterCounter controlRefused = new SingleWriterCounter();

    /** Times something a call needs did not answer. */
    public final SingleWriterCounter degradations = new SingleWriterCounter();

    /** Engine sessions that died in a call. */
    public final SingleWriterCounter enginesLost = new SingleWriterCounter();

    /** Engine sessions that were opened again in a call. */
    public final SingleWriterCounter enginesReopened = new SingleWriterCounter();

    /** Calls ended by a fault of their own handler. */
    public final SingleWriterCounter faults = new SingleWriterCounter();

    /** Closed calls whose producers did not release them in time. */
    public final SingleWriterCounter releaseTimeouts = new SingleWriterCounter();

    /** Calls that ended. */
    public final SingleWriterCounter callsEnded = new SingleWriterCounter();

    /** Requests made before their turn was over. */
    public final SingleWriterCounter preemptiveStarted = new SingleWriterCounter();

    /** Of these, those whose answer was the turn's. */
    public final SingleWriterCounter preemptiveAdopted = new SingleWriterCounter();

    /** Of these, those that were given up: the caller went on, or had said something else. */
    public final SingleWriterCounter preemptiveDiscarded = new SingleWriterCounter();

    /** Of these, those that failed: the turn asked again. */
    public final SingleWriterCounter preemptiveFailed = new SingleWriterCounter();

    /** Characters of answers that were given up. */
    public final SingleWriterCounter preemptiveWasted = new SingleWriterCounter();

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

    /** Alerts of {@code kind} (VAN-13). */
    public SingleWriterCounter alerts(AlertKind kind) {
        return alerts[kind.ordinal()];
    }

    /** Total nanoseconds calls spent in {@code state}. */
    public SingleWriterCounter stateNs(FloorState state) {
        return stateNs[state.ordinal()];
    }
}
