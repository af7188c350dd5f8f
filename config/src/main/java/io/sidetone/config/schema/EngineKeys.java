package io.sidetone.config.schema;

import static io.sidetone.config.schema.ValueType.DURATION;
import static io.sidetone.config.schema.ValueType.INTEGER;
import static io.sidetone.config.schema.ValueType.MAP;
import static io.sidetone.config.schema.ValueType.PAIRS;
import static io.sidetone.config.schema.ValueType.SECTION;
import static io.sidetone.config.schema.ValueType.TEXT;
import static io.sidetone.config.schema.ValueType.TEXTS;
import static io.sidetone.config.schema.ValueType.WORD;

import io.sidetone.core.mock.MockBehaviour;
import java.util.List;

/** The keys under {@code engines} and {@code embedded}. */
final class EngineKeys {
    private EngineKeys() {}

    static void add(List<ConfigKey> keys) {
        keys.add(ConfigKey.of("engines", MAP, "-", "What listens, thinks and speaks, by a name of your choice."));
        keys.add(ConfigKey.of(
                        "engines.*.type",
                        TEXT,
                        "engine type",
                        "embedded: recogniser, directed dialogue and voice on this machine, no network, no key. mock:"
                                + " deterministic stand-ins for tests and load. vosk: recogniser on this machine, a plugin."
                                + " Services: deepgram (recogniser, voice),"
                                + " openai and whatever speaks its protocol (recogniser, dialogue, voice), azure-openai,"
                                + " anthropic and gemini (dialogue), cartesia and elevenlabs (voice), openai-realtime and"
                                + " azure-realtime (all in one).")
                .mandatory()
                .example("embedded"));
        ServiceKeys.addTo(keys);
        keys.add(
                ConfigKey.of("engines.*.greeting", TEXT, "text", "What a mock dialogue says first; empty says nothing.")
                        .derived(MockBehaviour.DEFAULT.greeting())
                        .example("\"Hello.\""));
        keys.add(ConfigKey.of(
                        "engines.*.reply",
                        TEXT,
                        "text",
                        "What a mock dialogue answers; %s is replaced by what the caller said.")
                .derived(MockBehaviour.DEFAULT.reply())
                .example("\"You said: %s.\""));
        keys.add(ConfigKey.of(
                        "engines.*.action",
                        TEXTS,
                        "names of actions",
                        "What a mock dialogue does before it answers, all at the same time.")
                .example("transfer"));
        keys.add(ConfigKey.of(
                        "engines.*.parameters",
                        PAIRS,
                        "names and values",
                        "What it gives these actions; %s is replaced by what the caller said, and without this key that"
                                + " is their one parameter, input.")
                .example("{to: \"sip:desk@192.0.2.7\"}"));
        keys.add(ConfigKey.of(
                        "engines.*.error", TEXT, "error code", "What a mock dialogue fails with instead of answering.")
                .example("timeout"));
        keys.add(ConfigKey.of("engines.*.delay", DURATION, "duration", "How long a mock dialogue thinks.")
                .range(0, 120_000)
                .derived(MockBehaviour.DEFAULT.delayMs() + "ms")
                .example("0ms"));
        failover(keys);
        keys.add(ConfigKey.of("embedded", SECTION, "-", "The embedded engines."));
        keys.add(ConfigKey.of(
                        "embedded.decoders",
                        INTEGER,
                        "decoders",
                        "Calls that may be recognised at the same time; one decoder serves one call and holds about 8"
                                + " MB. Callers beyond it are asked to use the keys.")
                .range(0, 1_024)
                .byDefault("8"));
        keys.add(ConfigKey.of(
                        "embedded.voice",
                        WORD,
                        "name of a voice",
                        "Who speaks. slt is a woman; rms, awb (Scottish) and kal (quickest, plainest) are men.")
                .oneOf("slt", "rms", "awb", "kal")
                .byDefault("slt"));
    }

    /** When the next engine of a list takes over from one that does not fail but takes too long. */
    private static void failover(List<ConfigKey> keys) {
        keys.add(ConfigKey.of(
                "failover",
                SECTION,
                "-",
                "How long an engine is waited for where another could take over. The last of a list is waited for."));
        keys.add(patience("first-text", "From a question to the first words of a model.", "3s"));
        keys.add(patience("first-audio", "From the first words to the first sound of a voice.", "2s"));
        keys.add(patience("final", "From the end of an utterance to its transcript.", "1500ms"));
    }

    private static ConfigKey patience(String name, String reason, String usual) {
        return ConfigKey.of("failover." + name, DURATION, "duration", reason)
                .range(100, 60_000)
                .byDefault(usual);
    }
}
