package io.sidetone.server.system;

import io.sidetone.server.softphone.call.CallResult;

/**
 * Calls that are judged by how long something took. A machine that stands still makes everything of that moment take longer, so a call
 * in which it did is made again, and the test fails when none of them is steady. Both sides see it: packets come late, or leave late.
 */
final class SteadyCall {
    /** Two frames: the pace of neither side is that far off on a machine that runs. */
    private static final double STALL_MS = 40;

    private static final int ATTEMPTS = 6;

    private SteadyCall() {}

    /** A call that is made, or made again. */
    @FunctionalInterface
    interface Attempt<T> {
        T make() throws Exception;
    }

    /** A call that is over. */
    @FunctionalInterface
    interface Over<T> {
        CallResult.Completed of(T call) throws Exception;
    }

    /** Makes calls until one is over during which the machine did not stand still; returns that. */
    static <T> T of(Attempt<T> attempt, Over<T> over) throws Exception {
        double latestMs = 0;
        for (int i = 0; i < ATTEMPTS; i++) {
            T call = attempt.make();
            latestMs = latestMs(over.of(call));
            if (latestMs <= STALL_MS) {
                return call;
            }
            System.out.printf(
                    "the machine stood still for %.0f ms in this call: it is made again and not judged%n", latestMs);
        }
        throw new AssertionError("the machine stood still in each of " + ATTEMPTS + " calls, for " + latestMs
                + " ms in the last one; the test needs one call without that: run it on a quieter machine");
    }

    private static double latestMs(CallResult.Completed heard) {
        return Math.max(
                heard.report().pacing().max(),
                heard.ownLateness() == null ? 0 : heard.ownLateness().max());
    }
}
