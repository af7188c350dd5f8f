package io.sidetone.bench.harness;

/**
 * Verdict on whether the machine was quiet enough to judge times. On a busy machine a missed budget says nothing about the server.
 *
 * @param controlP99Ms lateness of a timer without other work, 99th percentile
 */
public record Quiet(double controlP99Ms) {
    /** Times are judged up to this lateness of the control timer at p99. */
    public static final double LIMIT_MS = 2;

    /** Returns whether times can be judged. */
    public boolean enough() {
        return controlP99Ms <= LIMIT_MS;
    }

    /** Returns a budget with its result: ok, missed, or not judged. */
    public String judged(boolean met, String budget) {
        return budget + (enough() ? met ? ": ok" : ": MISSED" : ": not judged, the machine is busy");
    }

    /** Returns whether a run passes: the budget was met, or could not be judged. */
    public boolean excuses(boolean met) {
        return met || !enough();
    }
}
