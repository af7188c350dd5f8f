package io.sidetone.config;

import io.sidetone.audio.wav.Wav;
import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.RecordBinder;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.value.MusicFile;
import io.sidetone.core.setting.Key;
import io.sidetone.core.turn.event.AlertThresholds;
import java.time.Duration;
import java.util.Optional;

/**
 * Admission, and the bounds of what one call may hold.
 *
 * @param maxCalls calls at the same time
 * @param maxCallLength longest call
 * @param maxCallNotice how long before its end the caller hears of it; zero: not at all
 * @param maxHold longest hold
 * @param holdMusic what callers hear while they wait, where their agent has no music of its own
 * @param playoutCredit how far synthesis may be ahead of playout
 * @param drain how long running calls go on after SIGTERM
 * @param traceKeep how long an ended call can be read from the API
 * @param alerts when a call deserves an operator's look
 */
public record LimitsConfig(
        int maxCalls,
        Duration maxCallLength,
        Duration maxCallNotice,
        Duration maxHold,
        Optional<Wav> holdMusic,
        Duration playoutCredit,
        Duration drain,
        Duration traceKeep,
        AlertThresholds alerts) {
    /** Reads them from their sections of the file. */
    static LimitsConfig from(RecordBinder file) {
        Admission admission = file.bind("limits", Admission.class);
        Alerts alerts = file.bind("alerts", Alerts.class);
        Hold hold = file.bind("hold", Hold.class);
        return new LimitsConfig(
                admission.maxCalls,
                admission.maxCallLength,
                admission.maxCallNotice,
                hold.max,
                hold.music,
                file.bind("playout", Playout.class).credit,
                file.bind("drain", Drain.class).max,
                file.bind("trace", Trace.class).keep,
                new AlertThresholds(
                        (int) alerts.thinking.toMillis(), (int) alerts.responding.toMillis(), alerts.interruptions));
    }

    /** The section {@code limits}. */
    @Section("Admission.")
    record Admission(
            @Key(
                            unit = "calls",
                            why = "Calls at the same time; the next INVITE is answered 503 with Retry-After.",
                            min = 1,
                            max = 20_000,
                            byDefault = "200")
                    int maxCalls,
            @Key(why = "Longest call: a forgotten line costs money.", min = 10_000, max = 86_400_000, byDefault = "1h")
                    Duration maxCallLength,
            @Key(
                            why =
                                    "So long before the longest call ends the agent says that the time is up, and goodbye. It"
                                            + " waits for its turn for half of that time, then it takes the floor. 0s: the line goes"
                                            + " dead without a word.",
                            min = 0,
                            max = 600_000,
                            derived = "10s, at most half of limits.max-call-length",
                            example = "10s")
                    Duration maxCallNotice) {}

    /** The section {@code playout}. */
    @Section("What the agent says, on its way out.")
    record Playout(
            @Key(
                            why = "How far synthesis may be ahead of what is played: bounds memory, and what an"
                                    + " interruption discards.",
                            min = 500,
                            max = 30_000,
                            byDefault = "4s")
                    Duration credit) {}

    /** The section {@code hold}. */
    @Section("Calls on hold.")
    record Hold(
            @Key(why = "Longest hold; then the call ends.", min = 1_000, max = 86_400_000, byDefault = "5m")
                    Duration max,
            @FileType(ValueType.TEXT)
                    @Rule(MusicFile.class)
                    @Key(
                            unit = "file",
                            why =
                                    "What the caller of a trunk hears while the agent holds the call or a person is called for a"
                                            + " transfer, again and again: a WAV file of 1 to 300 s, 8 to 48 kHz. It is read at"
                                            + " the start. A path starts from the folder of this file.",
                            derived = "silence",
                            example = "music.wav")
                    Optional<Wav> music) {}

    /** The section {@code drain}. */
    @Section("Stopping.")
    record Drain(
            @Key(
                            why = "After SIGTERM running calls may go on this long. TimeoutStopSec of the systemd unit"
                                    + " stands above it.",
                            min = 0,
                            max = 3_600_000,
                            byDefault = "300s")
                    Duration max) {}

    /** The section {@code trace}. */
    @Section("What is kept for looking into a call.")
    record Trace(
            @Key(
                            why =
                                    "How long the SIP ladder and timeline of a call can be read from the API after its end.",
                            min = 0,
                            max = 86_400_000,
                            byDefault = "10m")
                    Duration keep) {}

    /** The section {@code alerts}. */
    @Section("When a call deserves an operator's look: counted, logged and kept with the call.")
    record Alerts(
            @Key(
                            why = "Longest wait for a response, without its actions and without the recognizer.",
                            min = 100,
                            max = 600_000,
                            byDefault = "5s")
                    Duration thinking,
            @Key(why = "Longest answer of the agent.", min = 1_000, max = 3_600_000, byDefault = "15s")
                    Duration responding,
            @Key(
                            unit = "interruptions",
                            why = "Most interruptions of a call; one more alerts.",
                            min = 0,
                            max = 1_000,
                            byDefault = "5")
                    int interruptions) {}
}
