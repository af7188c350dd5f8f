package io.sidetone.bench.acceptance;

import io.sidetone.bench.harness.Json;
import io.sidetone.bench.harness.Quiet;
import io.sidetone.bench.harness.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The combined result of the rounds: the median of their figures. A round during which the control timer was more than
 * 2 ms late at p99 measures the machine, and is not judged.
 *
 * @param judged rounds that count
 * @param refused rounds that do not count
 * @param needed fewest rounds for a judgement
 * @param gateMs limit for onset → last agent audio packet, at p99
 */
record Verdict(List<Round> judged, List<Round> refused, int needed, double gateMs) {
    private static final double TARGET_P50_MS = 100;
    private static final double TARGET_P99_MS = 160;
    private static final double TARGET_PACING_P99_MS = 0.25;

    static Verdict of(List<Round> rounds, int needed, double gateMs) {
        return new Verdict(
                rounds.stream().filter(Verdict::quiet).toList(),
                rounds.stream().filter(round -> !quiet(round)).toList(),
                needed,
                gateMs);
    }

    static boolean quiet(Round round) {
        return new Quiet(round.control().p99()).enough();
    }

    boolean judgeable() {
        return judged.size() >= needed;
    }

    boolean passed() {
        return judgeable() && missed() == 0 && interruption().p99() <= gateMs;
    }

    private int missed() {
        return judged.stream().mapToInt(Round::missed).sum();
    }

    /** Onset → last agent audio packet: the median of the rounds' figures. */
    private Spread interruption() {
        return medians(round -> Spread.of(round.onsetToLastMs()));
    }

    private Spread medians(Function<Round, Spread> of) {
        List<Spread> spreads = judged.stream().map(of).toList();
        return new Spread(median(spreads, Spread::p50), median(spreads, Spread::p99), median(spreads, Spread::max));
    }

    private static double median(List<Spread> spreads, ToDoubleFunction<Spread> figure) {
        return Spread.median(spreads.stream().mapToDouble(figure).toArray());
    }

    private double median(ToDoubleFunction<Round> figure) {
        return Spread.median(judged.stream().mapToDouble(figure).toArray());
    }

    private Spread pacing() {
        return medians(round -> new Spread(
                round.pacing().p50(), round.pacing().p99(), round.pacing().max()));
    }

    private Spread response() {
        return medians(round -> Spread.of(round.endToNextMs()));
    }

    private List<Double> all(Function<Round, List<Double>> of) {
        return judged.stream().flatMap(round -> of.apply(round).stream()).toList();
    }

    /** Returns the result as lines for people. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(judged.size() + " rounds judged, " + refused.size() + " refused (control timer more than "
                + text("%.0f", Quiet.LIMIT_MS) + " ms late at p99); medians of the rounds:");
        if (judged.isEmpty()) {
            return lines;
        }
        Spread interruption = interruption();
        lines.add("onset → last agent audio packet     " + interruption);
        lines.add("  of greetings, all rounds          " + Spread.of(all(Round::greetingMs)));
        lines.add("  of answers, all rounds            " + Spread.of(all(Round::answersMs)));
        lines.add("  interruptions while the agent was silent: " + missed());
        lines.add("caller's end → next agent audio     " + response());
        lines.add(text("answer → first agent audio          %.1f ms", median(Round::firstAudioMs)));
        lines.add(text("INVITE → answer                     %.1f ms", median(Round::answerMs)));
        lines.add("agent's packets behind schedule     "
                + text("p50 %7.3f   p99 %7.3f   max %7.3f ms", pacing().p50(), pacing().p99(), pacing().max()));
        lines.add(text(
                "control timer                       p99 %7.3f ms",
                median(round -> round.control().p99())));
        lines.add("packets lost                        "
                + judged.stream().mapToLong(Round::packetsLost).sum());
        lines.add("");
        lines.add(line("gate    interruption p99 ≤ " + text("%.0f", gateMs) + " ms", interruption.p99() <= gateMs));
        lines.add(line("target  interruption p50 ≤ 100 ms", interruption.p50() <= TARGET_P50_MS));
        lines.add(line("target  interruption p99 ≤ 160 ms", interruption.p99() <= TARGET_P99_MS));
        lines.add(line(
                "target  pacing p99 ≤ 0.25 ms, caller's own wake-up included", pacing().p99() <= TARGET_PACING_P99_MS));
        return lines;
    }

    private static String line(String what, boolean met) {
        return (met ? "met     " : "MISSED  ") + what;
    }

    /** Returns the whole result, for {@link Json}. */
    Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("judgeable", judgeable());
        document.put("passed", passed());
        document.put("gateMs", gateMs);
        document.put("onsetToLastAgentPacketMs", interruption());
        document.put("greetingsMs", Spread.of(all(Round::greetingMs)));
        document.put("answersMs", Spread.of(all(Round::answersMs)));
        document.put("endToNextAgentMs", response());
        document.put("firstAgentAudioMs", median(Round::firstAudioMs));
        document.put("answerMs", median(Round::answerMs));
        document.put("pacingMs", pacing());
        document.put("judgedRounds", judged);
        document.put("refusedRounds", refused);
        return document;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
