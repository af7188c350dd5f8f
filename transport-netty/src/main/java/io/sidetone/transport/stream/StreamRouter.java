package io.sidetone.transport.stream;

import io.sidetone.core.call.plan.CallPlan;

/** Chooses the agent of a call that comes over a stream. Event loop; never blocks. */
@FunctionalInterface
public interface StreamRouter {
    /** Returns the plan for a call, or null when no agent takes it. */
    CallPlan route(StreamOffer offer);
}
