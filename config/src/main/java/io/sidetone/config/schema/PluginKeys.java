package io.sidetone.config.schema;

import static io.sidetone.config.schema.ValueType.DURATION;
import static io.sidetone.config.schema.ValueType.INTEGER;
import static io.sidetone.config.schema.ValueType.SECTION;
import static io.sidetone.config.schema.ValueType.TEXT;

import java.util.List;

/** The keys of plugins and of what they bring. */
final class PluginKeys {
    private PluginKeys() {}

    static void addTo(List<ConfigKey> keys) {
        keys.add(ConfigKey.of(
                        "plugins",
                        TEXT,
                        "folder",
                        "What is loaded besides this program, with all that a server may do: each JAR in the folder is a plugin,"
                                + " and each folder of JARs in it. A path starts from the folder of this file.")
                .derived("nothing is loaded")
                .example("/usr/lib/sidetone/plugins"));
        keys.add(ConfigKey.of("vad", SECTION, "-", "Sources of speech evidence that policies can name."));
        keys.add(ConfigKey.of(
                "vad.silero",
                SECTION,
                "-",
                "Silero's network hears all calls that want it, beside the lanes; the plugin silero brings it."));
        keys.add(ConfigKey.of(
                        "vad.silero.model",
                        TEXT,
                        "file",
                        "silero_vad.onnx of version 5 or 6, which scripts/fetch-silero fetches. A path starts from the folder of"
                                + " this file.")
                .derived("no network is loaded, and no policy can name silero")
                .example("/var/lib/sidetone/silero_vad.onnx"));
        keys.add(ConfigKey.of(
                        "vad.silero.threads",
                        INTEGER,
                        "threads",
                        "Compute one batch of all calls together. One is enough for some 800 calls: about 30 µs for 32 ms of each.")
                .range(1, 64)
                .byDefault("1"));
        keys.add(ConfigKey.of(
                        "vad.silero.interval",
                        DURATION,
                        "duration",
                        "How often it looks for what the callers have said; so much later it may answer, and the fewer batches"
                                + " there are.")
                .range(1, 40)
                .byDefault("10ms"));
    }
}
