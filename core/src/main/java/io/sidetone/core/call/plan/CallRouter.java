package io.sidetone.core.call.plan;

import java.util.function.Function;

/** Chooses the agent of a new call. SIP event loop; never blocks. */
@FunctionalInterface
public interface CallRouter {
    /**
     * Returns the plan for a call, or null when no agent takes it (404).
     *
     * @param called user part of the called address
     * @param header first value of a header of the INVITE by name, or null
     */
    CallPlan route(String called, Function<String, String> header);
}
