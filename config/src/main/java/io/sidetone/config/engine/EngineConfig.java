package io.sidetone.config.engine;

import io.sidetone.config.binding.EntryName;
import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.OptionReader;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.setting.Altered;
import io.sidetone.core.setting.Flatten;
import io.sidetone.core.setting.Key;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * One engine.
 *
 * @param name as agents refer to it
 * @param type what it is
 * @param plugin name of the plugin that brings it; empty for others
 * @param service where a service is and how it is used, or a plugin's model and options; without meaning for {@link
 *     Type#EMBEDDED} and {@link Type#MOCK}
 * @param price what it asks for, as far as that is known
 * @param mock how a {@link Type#MOCK} behaves; without meaning for others
 */
@Section("What listens, thinks and speaks, by a name of your choice.")
public record EngineConfig(
        @EntryName String name,
        @FileType(ValueType.TEXT)
                @Key(
                        unit = "engine type",
                        why =
                                "embedded: recognizer, directed dialogue and voice on this machine, no network, no key. mock:"
                                        + " deterministic stand-ins for tests and load. vosk: recognizer on this machine, a plugin."
                                        + " plugin: what a plugin of your own brings (recognizer, dialogue or voice)."
                                        + " Services: deepgram (recognizer, voice), openai and whatever speaks its protocol"
                                        + " (recognizer, dialogue, voice), azure-openai, anthropic and gemini (dialogue), cartesia"
                                        + " and elevenlabs (voice), openai-realtime and azure-realtime (all in one). relay: an agent"
                                        + " of your own, by text over a WebSocket or HTTP (dialogue).",
                        mandatory = true,
                        example = "embedded")
                Type type,
        @OwnedBy(KeyOwner.PLUGGED)
                @Key(
                        unit = "name of a plugin",
                        why =
                                "The plugin that brings it, by the name that serve prints for it; docs/plugins.md says more.",
                        example = "acme-voice")
                String plugin,
        @OwnedBy(KeyOwner.SERVICE) @Flatten ServiceConfig service,
        @OwnedBy(KeyOwner.PRICED)
                @FileType(ValueType.PAIRS)
                @Rule(PriceConfig.Listed.class)
                @Key(
                        unit = "names and numbers",
                        why = "What it asks for, for an estimate of each call's cost: input-tokens, cached-tokens,"
                                + " output-tokens and characters for a million, audio-minutes for one, currency. What one"
                                + " engine does in two roles at two prices is two engines.",
                        example = "{input-tokens: \"0.10\", output-tokens: \"0.50\", currency: USD}")
                Optional<PriceConfig> price,
        @OwnedBy(KeyOwner.MOCK) @Flatten MockBehavior mock) {
    private static final Set<EngineKind> CASCADE =
            Set.of(EngineKind.RECOGNIZER, EngineKind.DIALOGUE, EngineKind.SYNTHESIZER);

    /** An engine of {@code type} with usual settings. */
    public EngineConfig(String name, Type type) {
        this(name, type, "", ServiceConfig.NONE, Optional.empty(), MockBehavior.DEFAULT);
    }

    /**
     * Returns {@code usual} with the options of this engine in place of its own.
     *
     * @throws IllegalArgumentException for unknown options and wrong values; the message lists all of them
     */
    public <T extends Record> T options(T usual) {
        return OptionReader.read("engines." + name + ".options", service.options(), service.optionLines(), usual);
    }

    /** Returns whether calls of another rate get an engine of their own. */
    public boolean ofCallsRate() {
        return type.service() && service.rateOfCall();
    }

    /** Returns the engine as calls at {@code rateHz} use it: another one where its rate is the call's. */
    public EngineConfig forCallsAt(int rateHz) {
        return ofCallsRate() ? with(Altered.with(service, "sampleRate", Optional.of(rateHz))) : this;
    }

    /** Returns the engine with another voice and language, each where it is not empty; only a service has them. */
    public EngineConfig speaking(String voice, String language) {
        return type.service() ? with(service.speaking(voice, language)) : this;
    }

    /** Returns the engine with the plugin that every {@link Type#VOSK} has, and its model as a path from {@code folder}. */
    EngineConfig ofVosk(Path folder) {
        String model = folder.resolve(service.model()).toString();
        return Altered.with(this, "plugin", type.wireName(), "service", Altered.with(service, "model", model));
    }

    private EngineConfig with(ServiceConfig other) {
        return Altered.with(this, "service", other);
    }

    /** Types of engines. */
    public enum Type {
        /** Recognizer, directed dialogue and voice on this machine. */
        EMBEDDED(CASCADE),
        /** Deterministic stand-ins. */
        MOCK(CASCADE),
        /** Speech to text by a Kaldi model on this machine; a plugin brings it. */
        VOSK(Set.of(EngineKind.RECOGNIZER)),
        /** Engine that a plugin brings; which of the three it is, the plugin knows. */
        PLUGIN(CASCADE),
        /** Speech to text and text to speech of Deepgram. */
        DEEPGRAM(Set.of(EngineKind.RECOGNIZER, EngineKind.SYNTHESIZER)),
        /** Transcription, chat and speech of OpenAI and whatever speaks its protocol. */
        OPENAI(CASCADE),
        /** Chat by Azure OpenAI. */
        AZURE_OPENAI(Set.of(EngineKind.DIALOGUE)),
        /** Messages of Anthropic. */
        ANTHROPIC(Set.of(EngineKind.DIALOGUE)),
        /** Gemini of Google. */
        GEMINI(Set.of(EngineKind.DIALOGUE)),
        /** Text to speech of Cartesia. */
        CARTESIA(Set.of(EngineKind.SYNTHESIZER)),
        /** Text to speech of ElevenLabs. */
        ELEVENLABS(Set.of(EngineKind.SYNTHESIZER)),
        /** Speech to speech of OpenAI: all three in one. */
        OPENAI_REALTIME(CASCADE),
        /** Speech to speech of Azure OpenAI. */
        AZURE_REALTIME(CASCADE),
        /** An agent of one's own that speaks text. */
        RELAY(Set.of(EngineKind.DIALOGUE));

        private final Set<EngineKind> roles;

        Type(Set<EngineKind> roles) {
            this.roles = roles;
        }

        /** Returns the type called {@code word} in the configuration, or null. */
        public static Type of(String word) {
            return Arrays.stream(values())
                    .filter(type -> type.wireName().equals(word))
                    .findFirst()
                    .orElse(null);
        }

        /** Returns every type as the configuration calls it. */
        public static List<String> names() {
            return Arrays.stream(values()).map(Type::wireName).toList();
        }

        /** Returns the word of the configuration. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Returns whether it is somebody's service rather than a part of this process. */
        public boolean service() {
            return this != EMBEDDED && this != MOCK && !plugin();
        }

        /** Returns whether a plugin brings it: it is of this process, and not of this program. */
        public boolean plugin() {
            return this == VOSK || this == PLUGIN;
        }

        /** Returns whether it hears and speaks by itself. */
        public boolean realtime() {
            return this == OPENAI_REALTIME || this == AZURE_REALTIME;
        }

        /** Returns whether its dialogue is a chat model, which can be asked beside a call, too. */
        public boolean chat() {
            return this == OPENAI || this == AZURE_OPENAI || this == ANTHROPIC || this == GEMINI;
        }

        /** Returns whether it can be an agent's {@code role}. */
        public boolean can(EngineKind role) {
            return roles.contains(role);
        }

        /** Returns whether a recognizer of this type can be a call's source of speech evidence. */
        public boolean givesEvidence() {
            return this == MOCK || realtime();
        }
    }
}
