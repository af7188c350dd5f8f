package io.sidetone.core.turn.event;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import java.util.function.Consumer;

/**
 * Watches one call for what deserves an operator's look (VAN-13): once per response, once per answer, once per call. Lane
 * thread only; a tick allocates nothing.
 *
 * <p>A response that needs actions is one wait: its times in THINKING add up, those in ACTION do not count. What the Vantum
 * view does not show as RESPONDING (a greeting, a question asked again) is no answer.
 */
public final class AlertDetector {
    private static final long MS = 1_000_000L;
    private static final String RESPONDING = "RESPONDING";
    private static final String INTERRUPTED = "INTERRUPTED";

    private final AlertThresholds thresholds;
    private final Consumer<Alert> sink;
    private FloorState state = FloorState.NOT_CONNECTED;
    private boolean responding;
    private boolean raised;
    private long thoughtNs;
    private int interruptions;

    /** Creates a detector that reports to {@code sink}. */
    public AlertDetector(AlertThresholds thresholds, Consumer<Alert> sink) {
        this.thresholds = thresholds;
        this.sink = sink;
    }

    /** The floor moved. */
    public void moved(FloorTransition move) {
        check(move.timeInFromNs(), move.nowNs());
        boolean sameWait = move.from() == FloorState.THINKING && move.to() == FloorState.ACTION
                || move.from() == FloorState.ACTION && move.to() == FloorState.THINKING;
        if (!sameWait) {
            thoughtNs = 0;
            raised = false;
        } else if (move.from() == FloorState.THINKING) {
            thoughtNs += move.timeInFromNs();
        }
        state = move.to();
        responding =
                state == FloorState.SPEAKING && RESPONDING.equals(move.views().vantum());
        if (state == FloorState.INTERRUPTED && INTERRUPTED.equals(move.views().vantum())) {
            interruptions++;
            if (interruptions == thresholds.interruptions() + 1) {
                sink.accept(new Alert(
                        AlertKind.INTERRUPTED_TOO_OFTEN, move.nowNs(), interruptions, thresholds.interruptions()));
            }
        }
    }

    /**
     * Time passes.
     *
     * @param inStateNs how long the floor has been in its present state, holds not counted
     */
    public void tick(long inStateNs, long nowNs) {
        check(inStateNs, nowNs);
    }

    private void check(long inStateNs, long nowNs) {
        if (raised) {
            return;
        }
        if (state == FloorState.THINKING && thoughtNs + inStateNs > thresholds.thinkingMs() * MS) {
            raise(AlertKind.THINKING_TOO_LONG, thoughtNs + inStateNs, thresholds.thinkingMs(), nowNs);
        } else if (responding && inStateNs > thresholds.respondingMs() * MS) {
            raise(AlertKind.RESPONDING_TOO_LONG, inStateNs, thresholds.respondingMs(), nowNs);
        }
    }

    private void raise(AlertKind kind, long tookNs, long limitMs, long nowNs) {
        raised = true;
        sink.accept(new Alert(kind, nowNs, tookNs / MS, limitMs));
    }
}
