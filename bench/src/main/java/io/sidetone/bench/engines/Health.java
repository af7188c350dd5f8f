package io.sidetone.bench.engines;

import io.sidetone.bench.callers.TalkingStream;
import io.sidetone.bench.harness.Scrape;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** The counts that must be zero after a run, and the counts that prove that there was one. */
record Health(Scrape metrics, Providers providers, List<TalkingStream> callers) {
    private static final int MOST_SHOWN = 10;

    /** Prints them; returns whether all are as required. */
    boolean report(PrintStream out) {
        long deaf =
                callers.stream().filter(caller -> caller.onsets().size() < 2).count();
        List<String> violations = providers.violations();
        out.println(String.format(
                Locale.ROOT,
                "callers spoke %,d times, %,d of these in the middle of an answer; %,d clears, %,d marks",
                EnginesCommand.sum(callers, TalkingStream::utterances),
                EnginesCommand.sum(callers, TalkingStream::interruptions),
                EnginesCommand.sum(callers, caller -> caller.order().clears()),
                EnginesCommand.sum(callers, caller -> caller.order().marks())));
        out.println(String.format(
                Locale.ROOT,
                "requests to services %,.0f, cancelled %,.0f, late messages dropped %,.0f, refused ring events %,.0f",
                metrics.sum("sidetone_engine_requests_total"),
                metrics.sum("sidetone_engine_cancelled_total"),
                metrics.sum("sidetone_engine_late_dropped_total"),
                metrics.sum("sidetone_ring_refused_total")));
        boolean good = zero(out, "requests that failed", metrics.sum("sidetone_engine_failures_total"));
        good &= zero(out, "messages not understood", metrics.sum("sidetone_engine_unexpected_messages_total"));
        good &= zero(out, "protocols broken", violations.size());
        good &= zero(out, "stale frames sent", metrics.sum("sidetone_stale_frames_sent_total"));
        good &= zero(out, "marks of a turn after its clear", EnginesCommand.sum(callers, caller -> caller.order()
                .oldMarks()));
        good &= zero(out, "utterances without an answer", EnginesCommand.sum(callers, TalkingStream::unanswered));
        good &= zero(out, "calls in which less than two answers were heard", deaf);
        violations.stream().distinct().limit(MOST_SHOWN).forEach(what -> out.println("  " + what));
        return good;
    }

    private static boolean zero(PrintStream out, String what, double value) {
        out.println(String.format(Locale.ROOT, "%s: %.0f%s", what, value, value == 0 ? "" : "  MUST BE 0"));
        return value == 0;
    }
}
