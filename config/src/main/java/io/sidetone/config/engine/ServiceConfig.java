package io.sidetone.config.engine;

import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.RecordBinder;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.SourceLines;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.schema.Values;
import io.sidetone.config.value.Secret;
import io.sidetone.core.setting.Altered;
import io.sidetone.core.setting.Key;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of how a service is reached and used; of a plugin its key, model and options. Which of the keys an engine may have depends on
 * its type ({@link KeyOwner}).
 *
 * @param url its address, or none for its public one
 * @param plain whether {@code url} may be unencrypted
 * @param key proves who asks
 * @param model which of its models, empty for the usual one; for a plugin, what the file says; for vosk, the folder of it
 * @param voice who speaks; empty for the usual one
 * @param language what the caller speaks, as the service calls it; empty for the usual one
 * @param sampleRate of the audio that is exchanged: 8000 or 16000 Hz; empty where calls of another rate get an engine of their own
 * @param connectTimeout how long a connection may take
 * @param answerTimeout how long the first piece of an answer may take
 * @param silenceTimeout how long the next piece of an answer may take
 * @param trust certificates (PEM) to trust in place of the JVM's
 * @param options further settings by the names that docs/engines.md lists
 * @param optionLines the line of each of them in the file, for errors
 * @param query parameters that are added to the service's address
 * @param body fields that are added to requests: JSON, or else text
 */
public record ServiceConfig(
        @FileType(ValueType.URL)
                @Rule(ServiceUrl.class)
                @Key(
                        unit = "URL",
                        why =
                                "Where the service is: https, wss, or http and ws on this machine. A path in front of the"
                                        + " service's own is kept. Every service takes it: a proxy, a region, a server of your own.",
                        derived = "the public address of the service; azure and relay have none",
                        example = "https://api.openai.com")
                Optional<URI> url,
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
        @Key(
                        why = "Longest time to a connection, TLS included.",
                        min = 50,
                        max = 120_000,
                        derived = ServiceConfig.CONNECT_MS + "ms",
                        example = "3s")
                Optional<Duration> connectTimeout,
        @Key(
                        why =
                                "Longest time to the first piece of an answer; with a fallback the time under failover counts"
                                        + " first.",
                        min = 50,
                        max = 120_000,
                        derived = "10s, realtime 8s",
                        example = "3s")
                Optional<Duration> answerTimeout,
        @Key(
                        why = "Longest time between two pieces of an answer.",
                        min = 50,
                        max = 120_000,
                        derived = ServiceConfig.SILENCE_MS + "ms",
                        example = "3s")
                Optional<Duration> silenceTimeout,
        @Key(
                        unit = "file",
                        why = "Certificates (PEM) to trust in place of the JVM's: for a server of your own.",
                        example = "/etc/sidetone/ca.pem")
                Optional<Path> trust,
        @OwnedBy(KeyOwner.OPTIONED)
                @Key(
                        unit = "names and values",
                        why =
                                "Further settings by the names that docs/engines.md lists for each type; those of a plugin are its own.",
                        example = "{temperature: \"0.3\"}")
                Map<String, String> options,
        @SourceLines("options") Map<String, Integer> optionLines,
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
                Map<String, String> body) {
    /** No service. */
    public static final ServiceConfig NONE =
            new RecordBinder(new Values(), new Problems(), Path.of("")).bind("", ServiceConfig.class);

    /** Time to connect. */
    static final int CONNECT_MS = 3_000;

    /** Time between two pieces of an answer. */
    static final int SILENCE_MS = 10_000;

    private static final int SAMPLE_RATE_HZ = 8_000;

    /** Copies the maps. */
    public ServiceConfig {
        options = Map.copyOf(options);
        optionLines = Map.copyOf(optionLines);
        query = Map.copyOf(query);
        body = Map.copyOf(body);
    }

    /** Returns the rate of the audio that is exchanged, in Hz. */
    public int sampleRateHz() {
        return sampleRate.orElse(SAMPLE_RATE_HZ);
    }

    /** An encoding that was chosen may be one of 8 kHz alone. */
    boolean rateOfCall() {
        return sampleRate.isEmpty() && !options.containsKey("encoding") && !options.containsKey("format");
    }

    /** Returns the same with another voice and language, each where it is not empty. */
    ServiceConfig speaking(String otherVoice, String otherLanguage) {
        return Altered.with(
                this,
                "voice",
                otherVoice.isEmpty() ? voice : otherVoice,
                "language",
                otherLanguage.isEmpty() ? language : otherLanguage);
    }
}
