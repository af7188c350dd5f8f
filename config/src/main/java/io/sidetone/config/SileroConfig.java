package io.sidetone.config;

import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.core.setting.Key;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The network that hears calls on threads of its own.
 *
 * @param model its file; without it there is none
 * @param threads that compute one batch together
 * @param intervalMs how often it looks for what the callers have said
 */
@Section(
        "Silero's network hears the calls whose policy selects it, on threads of its own; the plugin silero brings it.")
public record SileroConfig(
        @Key(
                        unit = "file",
                        why = "silero_vad.onnx of version 5 or 6, which scripts/fetch-silero fetches. A path starts"
                                + " from the folder of this file.",
                        derived = "no network is loaded, and no policy can name silero",
                        example = "/var/lib/sidetone/silero_vad.onnx")
                Optional<Path> model,
        @Key(
                        unit = "threads",
                        why = "Compute one batch of all calls together. One is enough for some 800 calls: about 30 µs"
                                + " for 32 ms of each.",
                        min = 1,
                        max = 64,
                        byDefault = "1")
                int threads,
        @FileType(ValueType.DURATION)
                @Key(
                        name = "interval",
                        why = "How often it looks for what the callers have said; so much later it may answer, and the"
                                + " fewer batches there are.",
                        min = 1,
                        max = 40,
                        byDefault = "10ms")
                int intervalMs) {}
