package io.sidetone.config.agent;

import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.core.setting.Key;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Notes that an agent's model writes down about a call that is over.
 *
 * @param summary whether it writes a summary
 * @param fields JSON Schema of the fields that it fills in, or none
 * @param within how long it may take, from the end of the call
 */
@Section(
        "What the agent's chat model writes down about each call when it is over: a summary, and fields of your choice. It is"
                + " in the event call-ended, in /api/calls/{id} and in the call store. docs/after-call.md.")
public record AfterCallConfig(
        @Key(why = "Whether it writes a summary of two or three sentences.", byDefault = "false") boolean summary,
        @FileType(ValueType.DATA)
                @Rule(AfterCallFields.class)
                @Key(
                        unit = "fields, or JSON Schema 2020-12",
                        why =
                                "The fields that it fills in, by name, each with its type and description; or a schema of type"
                                        + " object, written here or in a file. An answer that does not fit is asked for once more.",
                        derived = "no fields",
                        example = "{reason: {type: string, description: \"Why they called.\"}}")
                Optional<Map<String, Object>> fields,
        @Key(
                        why =
                                "How long it may take. The event call-ended waits so long, and says what is missing then.",
                        min = 1_000,
                        max = 300_000,
                        byDefault = "30s")
                Duration within) {
    /** Nothing is written down. */
    public static final AfterCallConfig NOTHING = new AfterCallConfig(false, Optional.empty(), Duration.ofSeconds(30));

    /** Returns whether the model is asked at all. */
    public boolean on() {
        return summary || fields.isPresent();
    }
}
