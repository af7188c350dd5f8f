package io.sidetone.config.engine;

import io.sidetone.config.binding.EntryName;
import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.value.Secret;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.setting.Key;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An engine as the file describes it. Which keys it may have depends on its type; {@link EnginesBuilder} makes an {@link
 * EngineConfig} of it.
 *
 * @param name as agents refer to it
 * @param type what it is, as a word of {@link EngineConfig.Type}
 * @param plugin name of the plugin that brings it
 * @param url of a service
 * @param plain whether {@code url} may be unencrypted
 * @param key proves who asks
 * @param model as the service calls it, or a folder
 * @param voice who speaks
 * @param language what the caller speaks
 * @param sampleRate of the audio that is exchanged, in Hz
 * @param connectTimeout to a connection
 * @param answerTimeout to the first piece of an answer
 * @param silenceTimeout between two pieces
 * @param trust file of certificates
 * @param options further settings
 * @param query parameters of the address
 * @param body fields of requests
 * @param price what it asks for
 * @param greeting of a mock dialogue
 * @param reply of a mock dialogue
 * @param action that a mock dialogue invokes
 * @param parameters of these actions
 * @param error that a mock dialogue fails with
 * @param delay before a mock dialogue answers
 */
@Section("What listens, thinks and speaks, by a name of your choice.")
public record EngineEntry(
        @EntryName String name,
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
                String type,
        @OwnedBy(KeyOwner.PLUGGED)
                @Key(
                        unit = "name of a plugin",
                        why =
                                "The plugin that brings it, by the name that serve prints for it; docs/plugins.md says more.",
                        example = "acme-voice")
                String plugin,
        @OwnedBy(KeyOwner.SERVICE)
                @FileType(ValueType.URL)
                @Key(
                        unit = "URL",
                        why =
                                "Where the service is: https, wss, or http and ws on this machine. A path in front of the"
                                        + " service's own is kept. Every service takes it: a proxy, a region, a server of your own.",
                        derived = "the public address of the service; azure and relay have none",
                        example = "https://api.openai.com")
                String url,
        @OwnedBy(KeyOwner.SERVICE)
                @Key(
                        why = "Whether url may be http or ws on another machine: the caller's words then travel in the"
                                + " clear.",
                        example = "false")
                Optional<Boolean> plain,
        @OwnedBy(KeyOwner.KEYED)
                @Key(
                        why =
                                "Proves to the service who asks. Keep it out of this file: ${NAME} reads a variable,"
                                        + " ${file:PATH} a file. Servers of your own that speak OpenAI's protocol, and relay, may do without.",
                        example = "${file:/etc/sidetone/openai.key}")
                Optional<Secret> key,
        @OwnedBy(KeyOwner.MODELED)
                @Key(
                        unit = "name of a model, or folder",
                        why =
                                "As the service calls it; a deployment at Azure. deepgram: flux-* models detect the ends of turns themselves. vosk: the folder of its model, from the folder of this file. plugin: what the plugin says. Services switch"
                                        + " models off: docs/engines.md has the dates, checked on 2026-11-22, and check-engines warns.",
                        derived = "by type and role; docs/engines.md lists them; vosk needs one",
                        example = "gpt-6-luna")
                String model,
        @OwnedBy(KeyOwner.VOICED)
                @Key(
                        unit = "name or id of a voice",
                        why = "Who speaks, as the service calls it.",
                        derived = "by type; cartesia and elevenlabs need one",
                        example = "marin")
                String voice,
        @OwnedBy(KeyOwner.SERVICE)
                @Key(
                        unit = "language tag",
                        why = "What the caller speaks, as the service calls it.",
                        derived = "the service's own default",
                        example = "en")
                String language,
        @OwnedBy(KeyOwner.VOICED)
                @Key(
                        unit = "Hz",
                        why =
                                "Rate of the audio that is exchanged: 8000 carries telephone calls unchanged, 16000 wide-band"
                                        + " ones. A call of the other rate is resampled.",
                        min = 8_000,
                        max = 16_000,
                        derived = "the call's: 8000, or 16000 for wide-band ones; 8000 where options name an encoding",
                        example = "8000")
                Optional<Integer> sampleRate,
        @OwnedBy(KeyOwner.SERVICE)
                @Key(
                        why = "Longest time to a connection, TLS included.",
                        min = 50,
                        max = 120_000,
                        derived = EngineEntry.CONNECT_MS + "ms",
                        example = "3s")
                Optional<Duration> connectTimeout,
        @OwnedBy(KeyOwner.SERVICE)
                @Key(
                        why =
                                "Longest time to the first piece of an answer; with a fallback the time under failover counts"
                                        + " first.",
                        min = 50,
                        max = 120_000,
                        derived = "10s, realtime 8s",
                        example = "3s")
                Optional<Duration> answerTimeout,
        @OwnedBy(KeyOwner.SERVICE)
                @Key(
                        why = "Longest time between two pieces of an answer.",
                        min = 50,
                        max = 120_000,
                        derived = EngineEntry.SILENCE_MS + "ms",
                        example = "3s")
                Optional<Duration> silenceTimeout,
        @OwnedBy(KeyOwner.SERVICE)
                @Key(
                        unit = "file",
                        why = "Certificates (PEM) to trust in place of the JVM's: for a server of your own.",
                        example = "/etc/sidetone/ca.pem")
                String trust,
        @OwnedBy(KeyOwner.OPTIONED)
                @Key(
                        unit = "names and values",
                        why =
                                "Further settings by the names that docs/engines.md lists for each type; those of a plugin are its own.",
                        example = "{temperature: \"0.3\"}")
                Map<String, String> options,
        @OwnedBy(KeyOwner.QUERIED)
                @Key(
                        unit = "names and values",
                        why =
                                "Parameters that are added to the service's address as they are, for what has no option here."
                                        + " A list in JSON gives a parameter several times. What the engine sets itself is refused.",
                        example = "{redact: '[\"pci\", \"ssn\"]'}")
                Map<String, String> query,
        @OwnedBy(KeyOwner.BODIED)
                @Key(
                        unit = "names and values",
                        why =
                                "Fields that are added to each request, or to the session of a realtime model: JSON, or else"
                                        + " text. What the engine sets itself is refused.",
                        example = "{service_tier: flex}")
                Map<String, String> body,
        @OwnedBy(KeyOwner.PRICED)
                @Key(
                        unit = "names and numbers",
                        why = "What it asks for, for an estimate of each call's cost: input-tokens, cached-tokens,"
                                + " output-tokens and characters for a million, audio-minutes for one, currency. What one"
                                + " engine does in two roles at two prices is two engines.",
                        example = "{input-tokens: \"0.10\", output-tokens: \"0.50\", currency: USD}")
                Map<String, String> price,
        @OwnedBy(KeyOwner.MOCK)
                @Key(
                        unit = "text",
                        why = "What a mock dialogue says first; empty says nothing.",
                        derived = MockBehavior.GREETING,
                        example = "\"Hello.\"")
                String greeting,
        @OwnedBy(KeyOwner.MOCK)
                @Key(
                        unit = "text",
                        why = "What a mock dialogue answers; %s is replaced by what the caller said.",
                        derived = MockBehavior.REPLY,
                        example = "\"You said: %s.\"")
                String reply,
        @OwnedBy(KeyOwner.MOCK)
                @Key(
                        unit = "names of actions",
                        why = "What a mock dialogue does before it answers, all at the same time.",
                        example = "transfer")
                List<String> action,
        @OwnedBy(KeyOwner.MOCK)
                @Key(
                        unit = "names and values",
                        why =
                                "What it gives these actions; %s is replaced by what the caller said, and without this key"
                                        + " that is their one parameter, input.",
                        example = "{to: \"sip:desk@192.0.2.7\"}")
                Map<String, String> parameters,
        @OwnedBy(KeyOwner.MOCK)
                @Key(
                        unit = "error code",
                        why = "What a mock dialogue fails with instead of answering.",
                        example = "timeout")
                String error,
        @OwnedBy(KeyOwner.MOCK)
                @Key(
                        why = "How long a mock dialogue thinks.",
                        min = 0,
                        max = 120_000,
                        derived = MockBehavior.DELAY_MS + "ms",
                        example = "0ms")
                Optional<Duration> delay) {
    /** Time to connect. */
    static final int CONNECT_MS = 3_000;

    /** Time between two pieces of an answer. */
    static final int SILENCE_MS = 10_000;
}
