package io.sidetone.tools.scenario.file;

import io.sidetone.core.setting.Key;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One thing that the caller does, when the agent has finished or in the middle of what it says.
 *
 * @param say words
 * @param play sound file; {@code say} gives its words where something recognizes them
 * @param digits keys of the telephone
 * @param silence how long the caller says nothing
 * @param noise how long a noise that is no speech is heard
 * @param hangUp whether the caller ends the call
 * @param intoAnswer begin so long after the first sound of the agent's present answer; otherwise when it has finished
 * @param at begin so long after the call was answered; otherwise when the agent has finished
 * @param pause how long the caller waits before it; otherwise some 300 to 700 ms by the seed
 * @param expect what must be true from here to the next step
 */
public record CallerStep(
        @Key(why = "What the caller says.") Optional<String> say,
        @Key(unit = "WAV file", why = "Sound of the caller; its path starts from the folder of the scenario file.")
                Optional<Path> play,
        @Key(unit = "keys 0-9, *, #, A-D", why = "Keys that the caller presses.") Optional<String> digits,
        @Key(why = "How long the caller says nothing.", min = 20, max = 600_000) Optional<Duration> silence,
        @Key(why = "How long a noise is heard that is no speech, such as a cough.", min = 20, max = 60_000)
                Optional<Duration> noise,
        @Key(why = "Whether the caller hangs up.", byDefault = "false") boolean hangUp,
        @Key(
                        why =
                                "Begin this long after the first sound of the agent's answer to the step before: an interruption.",
                        min = 0,
                        max = 600_000)
                Optional<Duration> intoAnswer,
        @Key(
                        why = "Begin this long after the call was answered, or at once where that time has passed.",
                        min = 0,
                        max = 600_000)
                Optional<Duration> at,
        @Key(why = "How long the caller waits first when the agent has finished.", min = 0, max = 600_000)
                Optional<Duration> pause,
        Expectation expect) {
    /** Names of what a step does; each step has one of them, play may have say. */
    static final List<String> VERBS = List.of("say", "play", "digits", "silence", "noise", "hang-up");

    /** The longest text that is said at once. */
    public static final int MAX_SAID = 1_000;

    /** Returns a step that says {@code words} when the agent has finished. */
    public static CallerStep saying(String words) {
        return of(Map.of("say", words));
    }

    /** Returns a step that hangs up when the agent has finished. */
    public static CallerStep hangingUp() {
        return of(Map.of("hang-up", "true"));
    }

    /** Returns a step that has these of the keys {@code say}, {@code play}, {@code digits}, {@code hang-up}, {@code into-answer}, {@code at}. */
    public static CallerStep of(Map<String, String> keys) {
        return new CallerStep(
                Optional.ofNullable(keys.get("say")),
                Optional.ofNullable(keys.get("play")).map(Path::of),
                Optional.ofNullable(keys.get("digits")),
                Optional.empty(),
                Optional.empty(),
                keys.containsKey("hang-up"),
                milliseconds(keys.get("into-answer")),
                milliseconds(keys.get("at")),
                Optional.empty(),
                Expectation.NONE);
    }

    private static Optional<Duration> milliseconds(String text) {
        return Optional.ofNullable(text).map(ms -> Duration.ofMillis(Long.parseLong(ms.replace("ms", ""))));
    }

    /** Returns the verbs that the step has. */
    List<String> verbs() {
        List<Boolean> present = List.of(
                say.isPresent(), play.isPresent(), digits.isPresent(), silence.isPresent(), noise.isPresent(), hangUp);
        return Stream.iterate(0, i -> i + 1)
                .limit(VERBS.size())
                .filter(present::get)
                .map(VERBS::get)
                .toList();
    }

    /** Returns whether something of the agent must follow before the caller goes on. */
    public boolean wantsAnswer() {
        return say.isPresent() || play.isPresent() || digits.isPresent();
    }

    /** Returns what the caller does, in words. */
    public String text() {
        if (hangUp) {
            return "hang-up";
        }
        return say.map(words -> "\"" + words + "\"")
                .or(() -> play.map(file -> "play " + file.getFileName()))
                .or(() -> digits.map(keys -> "digits " + keys))
                .or(() -> silence.map(length -> "silence of " + length.toMillis() + " ms"))
                .or(() -> noise.map(length -> "noise of " + length.toMillis() + " ms"))
                .orElse("nothing");
    }
}
