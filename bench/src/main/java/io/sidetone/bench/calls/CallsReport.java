package io.sidetone.bench.calls;

import io.sidetone.bench.harness.Quiet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a number of calls cost the server between two moments.
 *
 * @param calls number of calls
 * @param before the server at the beginning of the measurement
 * @param after the server at its end
 * @param quiet whether times can be judged
 */
record CallsReport(int calls, Snapshot before, Snapshot after, Quiet quiet) {
    private static final int CALLS_PER_CORE = 2_000;
    private static final int FEW_CALLS = 50;
    private static final double FEW_LATENESS_MS = 0.25;
    private static final double MANY_LATENESS_MS = 5;

    /** Whether no ring refused an event and no stale frame was sent. */
    boolean held() {
        return refused() == 0 && stale() == 0;
    }

    private double refused() {
        return after.since(before, "sidetone_ring_refused_total");
    }

    private double stale() {
        return after.sum("sidetone_stale_frames_sent_total");
    }

    private double wallS() {
        return (after.atNs() - before.atNs()) / 1e9;
    }

    private double pairsPerSecond() {
        return after.since(before, "sidetone_rtp_events_total", "packets_in") / wallS();
    }

    /** Returns the report as lines for people. */
    List<String> lines() {
        double cpu = (after.cpuNs() - before.cpuNs()) / 1e9 / wallS();
        double budgetMs = calls <= FEW_CALLS ? FEW_LATENESS_MS : MANY_LATENESS_MS;
        double latenessMs = 1e3 * after.quantileSince(before, "sidetone_playout_lateness_seconds", 0.99);
        double cycleMs = 1e3 * after.quantileSince(before, "sidetone_lane_cycle_seconds", 0.99);
        double outPerSecond = after.since(before, "sidetone_rtp_events_total", "packets_out") / wallS();
        String perCore = quiet.judged(calls / cpu >= CALLS_PER_CORE, "budget " + CALLS_PER_CORE);
        List<String> lines = new ArrayList<>(List.of(""));
        lines.add(line("calls", "%.0f", after.sum("sidetone_calls_active"), ""));
        lines.add(line("packets in, a second", "%,.0f", pairsPerSecond(), "of " + calls * 50));
        lines.add(line("packets out, a second", "%,.0f", outPerSecond, "of " + calls * 50));
        lines.add(zero("ring events refused", refused()));
        lines.add(zero("stale frames sent", stale()));
        lines.add(zero("frames skipped", after.since(before, "sidetone_frames_skipped_total")));
        lines.add(line("barge-ins", "%.0f", after.since(before, "sidetone_barge_ins_total"), ""));
        lines.add(line(
                "playout lateness p99, ms, at most",
                "%.2f",
                latenessMs,
                quiet.judged(latenessMs <= budgetMs, "budget " + budgetMs)));
        lines.add(line("lane cycle p99, ms, at most", "%.2f", cycleMs, ""));
        lines.add(line("control: timer lateness p99, ms", "%.2f", quiet.controlP99Ms(), ""));
        lines.add(line("heap in use, MB", "%.0f", after.sum("sidetone_jvm_heap_used_bytes") / 1e6, ""));
        lines.add(line("processor seconds a second", "%.3f", cpu, "all threads"));
        lines.add(line("processor µs per packet in and out", "%.1f", 1e6 * cpu / pairsPerSecond(), ""));
        lines.add(line("calls on one core, extrapolated", "%,.0f", calls / cpu, perCore));
        return lines;
    }

    private static String zero(String what, double value) {
        return line(what, "%.0f", value, value == 0 ? "ok" : "must be 0");
    }

    private static String line(String what, String format, double value, String remark) {
        String number = String.format(Locale.ROOT, format, value);
        return String.format(Locale.ROOT, "%-36s %12s  %s", what, number, remark)
                .stripTrailing();
    }
}
