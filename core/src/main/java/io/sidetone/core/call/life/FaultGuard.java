package io.sidetone.core.call.life;

import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a fault in one step of a call from the steps after it: the fault is counted and logged. Lane thread only. */
final class FaultGuard {
    private static final Logger LOG = LoggerFactory.getLogger(FaultGuard.class);

    private final String callId;
    private final LaneMetrics metrics;

    FaultGuard(String callId, LaneMetrics metrics) {
        this.callId = callId;
        this.metrics = metrics;
    }

    /** The end of a call has many steps; a fault in one must not keep the others from being taken. */
    void safely(Runnable step) {
        safely((run, none, nothing) -> run.run(), step, null, null);
    }

    /** The same of a step of two. */
    <A, B> void safely(BiConsumer<A, B> step, A first, B second) {
        safely(BiConsumer::accept, step, first, second);
    }

    /** The same of a step that takes what it needs, so that nothing is made to hold it: for what happens often. */
    <A, B, C> void safely(Step<A, B, C> step, A first, B second, C third) {
        try {
            step.take(first, second, third);
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            caught("a step failed", fault);
        }
    }

    /** One step of a call. */
    interface Step<A, B, C> {
        /** Takes it. */
        void take(A first, B second, C third);
    }

    /** Counts and logs {@code fault}; {@code what} says in words what failed. */
    void caught(String what, Throwable fault) {
        metrics.increment(LaneCounter.FAULTS);
        LOG.error("Call {}: {}", callId, what, fault);
    }
}
