package io.sidetone.bench.acceptance;

import io.sidetone.bench.harness.Scrape;
import java.util.List;
import java.util.Locale;

/**
 * The engine's own reaction times, on its event time, averaged over every call of a run (ITE section 6, performance).
 *
 * @param speechToSilenceMs from the caller's first frame of speech to the agent's last frame
 * @param endToResponseMs from the end of the caller's turn, as the engine decided it, to the agent's first audio
 */
record Reaction(double speechToSilenceMs, double endToResponseMs) {
    private static final double MAX_SPEECH_TO_SILENCE_MS = 200;
    private static final double MAX_END_TO_RESPONSE_MS = 300;
    private static final double MS_PER_S = 1_000;

    static Reaction of(Scrape metrics) {
        double silenceS = metrics.mean("sidetone_barge_in_seconds", "stage=\"detect\"")
                + metrics.mean("sidetone_barge_in_seconds", "stage=\"yield\"");
        double waitedS = metrics.sum("sidetone_state_seconds_total", "state=\"finalizing\"")
                + metrics.sum("sidetone_state_seconds_total", "state=\"thinking\"");
        double responses = metrics.sum("sidetone_turn_response_seconds_count");
        return new Reaction(silenceS * MS_PER_S, waitedS / responses * MS_PER_S);
    }

    List<String> lines() {
        return List.of(
                line("speech start → interruption, mean", speechToSilenceMs, MAX_SPEECH_TO_SILENCE_MS),
                line("speech stop → assistant start, mean", endToResponseMs, MAX_END_TO_RESPONSE_MS));
    }

    private static String line(String what, double ms, double limitMs) {
        return String.format(
                Locale.ROOT,
                "%s  target  %s ≤ %.0f ms: %.1f ms, event time",
                ms <= limitMs ? "met   " : "MISSED",
                what,
                limitMs,
                ms);
    }
}
