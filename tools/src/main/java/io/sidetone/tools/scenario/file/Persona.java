package io.sidetone.tools.scenario.file;

import io.sidetone.config.binding.Section;
import io.sidetone.core.setting.Key;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A caller whom a model plays, in place of a list of steps.
 *
 * @param engine name of the chat model; empty where the caller is a list of steps
 * @param is who the caller is, what he wants and what he knows
 * @param turns how often he speaks at most; then he hangs up
 * @param limit how long he stays in the call, in the time of the call; then he hangs up
 * @param recorded file of what he said in an earlier call: with it no model is asked
 */
@Section("A caller whom a model plays, in place of the steps of caller.")
public record Persona(
        @Key(
                        unit = "name of an engine",
                        why =
                                "The chat model of the configuration that plays the caller: openai, azure-openai, anthropic or"
                                        + " gemini.")
                String engine,
        @Key(why = "Who the caller is, what the caller wants and knows.") String is,
        @Key(why = "The caller speaks so often at most, and hangs up then.", min = 1, max = 100, byDefault = "10")
                int turns,
        @Key(
                        why = "The caller hangs up after so long, in the time of the call.",
                        min = 1_000,
                        max = 3_600_000,
                        byDefault = "5m")
                Duration limit,
        @Key(
                        unit = "file",
                        why =
                                "What the caller said in an earlier call: the same is said again, and no model is asked. test"
                                        + " --record writes it. Its path starts from the folder of the scenario file.")
                Optional<Path> recorded) {
    /** Key at which it stands in a scenario. */
    public static final String KEY = "persona";

    /** Returns whether a model plays the caller. */
    public boolean on() {
        return !engine.isEmpty();
    }
}
