package io.sidetone.bench.acceptance;

import io.sidetone.bench.harness.Scrape;
import io.sidetone.bench.harness.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Verdict on whether every subscriber received every state change in time, and the counters of the laws stayed at zero
 * (ITE-REQ-001, laws 2 and 5).
 *
 * @param seenMs from each state change to its receipt by the subscriber, wall time, whole ms
 * @param broken counters of laws that are above zero
 */
record Broadcast(List<Double> seenMs, List<String> broken) {
    /** The limit of the document for each change (REQ-001). */
    static final double LIMIT_MS = 50;

    private static final List<String> LAWS = List.of(
            "sidetone_stale_frames_sent_total", "sidetone_turn_token_violations_total", "sidetone_call_faults_total");

    static Broadcast of(List<Double> seenMs, Scrape metrics) {
        List<String> broken = new ArrayList<>();
        for (String law : LAWS) {
            if (metrics.sum(law, "") > 0) {
                broken.add(law + " " + Math.round(metrics.sum(law, "")));
            }
        }
        return new Broadcast(List.copyOf(seenMs), List.copyOf(broken));
    }

    /** Returns whether changes were received, 99 of 100 in time, and no law is broken. */
    boolean passed() {
        return !seenMs.isEmpty() && Spread.of(seenMs).p99() <= LIMIT_MS && broken.isEmpty();
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        boolean kept = !seenMs.isEmpty() && Spread.of(seenMs).p99() <= LIMIT_MS;
        lines.add(String.format(
                Locale.ROOT,
                "%s  gate    state change → subscriber has it, p99 ≤ %.0f ms: %s, whole ms of wall time",
                kept ? "met   " : "MISSED",
                LIMIT_MS,
                seenMs.isEmpty() ? "nothing was seen" : Spread.of(seenMs)));
        lines.add((broken.isEmpty() ? "met     gate    " : "MISSED  gate    ") + "counters of the laws at zero"
                + (broken.isEmpty() ? "" : ": " + String.join(", ", broken)));
        return lines;
    }
}
