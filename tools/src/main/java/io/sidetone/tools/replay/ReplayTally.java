package io.sidetone.tools.replay;

import io.sidetone.core.replay.ReplayResult;
import java.nio.file.Path;
import java.util.Locale;

/** Results of several replayed journals: one line each, and one line for all. */
public final class ReplayTally {
    private static final double NS_PER_S = 1e9;

    private int journals;
    private int identical;
    private int differing;
    private int damaged;
    private int incomplete;
    private long callNs;
    private long tookNs;
    private long outputs;

    /** Adds a journal; returns its line. */
    public String add(Path journal, ReplayResult result, long replayNs) {
        journals++;
        identical += result.identical() ? 1 : 0;
        differing += result.difference() != null ? 1 : 0;
        damaged += result.damage() != null ? 1 : 0;
        incomplete += result.damage() == null && !result.complete() ? 1 : 0;
        callNs += result.durationNs();
        tookNs += replayNs;
        outputs += result.outputs();
        return String.format(
                Locale.ROOT,
                "%-10s %s  %.1f s, %d outputs, %.0f times real time",
                verdict(result),
                journal,
                result.durationNs() / NS_PER_S,
                result.outputs(),
                speed(result.durationNs(), replayNs));
    }

    private static String verdict(ReplayResult result) {
        return result.difference() != null
                ? "differs"
                : result.damage() != null ? "damaged" : result.complete() ? "identical" : "incomplete";
    }

    private static double speed(long callNs, long replayNs) {
        return (double) callNs / Math.max(1, replayNs);
    }

    /** Returns the line for all journals. */
    public String total() {
        return String.format(
                Locale.ROOT,
                "%d journals: %d identical, %d differ, %d damaged, %d incomplete; %d outputs; %.1f s of calls in %.3f s:"
                        + " %.0f times real time",
                journals,
                identical,
                differing,
                damaged,
                incomplete,
                outputs,
                callNs / NS_PER_S,
                tookNs / NS_PER_S,
                speed(callNs, tookNs));
    }

    /** Returns whether every journal could be read to its end. */
    public boolean allWhole() {
        return damaged + incomplete == 0;
    }

    /** Returns whether every replay was identical to its recording. */
    public boolean allIdentical() {
        return identical == journals;
    }
}
