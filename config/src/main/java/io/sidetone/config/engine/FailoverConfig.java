package io.sidetone.config.engine;

import io.sidetone.config.binding.Section;
import io.sidetone.core.setting.Key;
import java.time.Duration;

/**
 * Times for which an engine is waited for where another could take over.
 *
 * @param firstText from a question to a model's first words
 * @param firstAudio from the first words to a voice's first sound
 * @param finalTranscript from the end of an utterance to its transcript
 */
@Section("How long an engine is waited for where another could take over. The last of a list is waited for.")
public record FailoverConfig(
        @Key(why = "From a question to the first words of a model.", min = 100, max = 60_000, byDefault = "3s")
                Duration firstText,
        @Key(why = "From the first words to the first sound of a voice.", min = 100, max = 60_000, byDefault = "2s")
                Duration firstAudio,
        @Key(
                        name = "final",
                        why = "From the end of an utterance to its transcript.",
                        min = 100,
                        max = 60_000,
                        byDefault = "1500ms")
                Duration finalTranscript) {}
