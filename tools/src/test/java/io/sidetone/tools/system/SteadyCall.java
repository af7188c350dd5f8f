package io.sidetone.tools.system;

import io.sidetone.tools.softphone.call.CallResult;

/**
 * Calls that are judged by how long something took. A machine that stands still makes everything of that moment take longer, so a call
 * in which it did is made again; where none of them is steady, the steadiest one is judged all the same. Both sides see it: packets come
 * late, or leave late.
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

    /** Makes calls until one is over during which the machine did not stand still; returns that, or else the steadiest. */
    static <T> T of(Attempt<T> attempt, Over<T> over) throws Exception {
        return of(STALL_MS, attempt, over);
    }

    /** As {@link #of(Attempt, Over)}, for what a machine that stands still for up to {@code stallMs} does not change. */
    static <T> T of(double stallMs, Attempt<T> attempt, Over<T> over) throws Exception {
        T steadiest = null;
        double leastMs = Double.MAX_VALUE;
        for (int i = 0; i < ATTEMPTS && leastMs > stallMs; i++) {
            T call = attempt.make();
            double latestMs = latestMs(over.of(call));
            if (latestMs > stallMs) {
                System.out.printf("the machine stood still for %.0f ms in this call: it is made again%n", latestMs);
            }
            if (latestMs < leastMs) {
                steadiest = call;
                leastMs = latestMs;
            }
        }
        return steadiest;
    }

    private static double latestMs(CallResult.Completed heard) {
        return Math.max(
                heard.report().pacing().max(),
                heard.ownLateness() == null ? 0 : heard.ownLateness().max());
    }
}
