package io.sidetone.config.schema;

import static io.sidetone.config.schema.ValueType.DURATION;
import static io.sidetone.config.schema.ValueType.MAP;
import static io.sidetone.config.schema.ValueType.PAIRS;
import static io.sidetone.config.schema.ValueType.TEXT;
import static io.sidetone.config.schema.ValueType.TEXTS;

import io.sidetone.core.mock.MockBehavior;
import java.util.List;

/** The keys under {@code engines} and {@code embedded}. */
public final class EngineKeys {
    private EngineKeys() {}

    /** Adds them. */
    public static void add(List<ConfigKey> keys) {
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
                        .derived(MockBehavior.DEFAULT.greeting())
                        .example("\"Hello.\""));
        keys.add(ConfigKey.of(
                        "engines.*.reply",
                        TEXT,
                        "text",
                        "What a mock dialogue answers; %s is replaced by what the caller said.")
                .derived(MockBehavior.DEFAULT.reply())
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
                .derived(MockBehavior.DEFAULT.delayMs() + "ms")
                .example("0ms"));
    }
}
