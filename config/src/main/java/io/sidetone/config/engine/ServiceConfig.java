package io.sidetone.config.engine;

import io.sidetone.config.value.Secret;
import io.sidetone.core.setting.Altered;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How a service is reached and used.
 *
 * @param plugin name of the plugin that brings it; empty for a service
 * @param url its address, or none for its public one
 * @param key proves who asks
 * @param model which of its models, empty for the usual one; for a plugin, what the file says; for vosk, the folder of it
 * @param voice who speaks; empty for the usual one
 * @param language as the service calls it; empty for the usual one
 * @param sampleRateHz rate of the audio that is exchanged: 8000 or 16000
 * @param rateOfCall whether calls of another rate get an engine of their own
 * @param connect how long a connection may take
 * @param answer how long the first piece of an answer may take
 * @param silence how long the next piece of an answer may take
 * @param trust certificates (PEM) to trust in place of the JVM's
 * @param options further settings by the names that docs/engines.md lists
 * @param optionLines the line of each of them in the file, for errors
 * @param query parameters that are added to the service's address
 * @param body fields that are added to requests: JSON, or else text
 */
public record ServiceConfig(
        String plugin,
        Optional<URI> url,
        Optional<Secret> key,
        String model,
        String voice,
        String language,
        int sampleRateHz,
        boolean rateOfCall,
        Duration connect,
        Duration answer,
        Duration silence,
        Optional<Path> trust,
        Map<String, String> options,
        Map<String, Integer> optionLines,
        Map<String, String> query,
        Map<String, String> body) {
    /** No service. */
    public static final ServiceConfig NONE = new ServiceConfig(
            "",
            Optional.empty(),
            Optional.empty(),
            "",
            "",
            "",
            8_000,
            false,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Optional.empty(),
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of());

    /** A plugin's engine, which has a key, a model and options alone. */
    static ServiceConfig ofPlugin(
            String plugin,
            Optional<Secret> key,
            String model,
            Map<String, String> options,
            Map<String, Integer> optionLines) {
        return Altered.with(
                NONE, "plugin", plugin, "key", key, "model", model, "options", options, "optionLines", optionLines);
    }

    /** Copies the maps. */
    public ServiceConfig {
        options = Map.copyOf(options);
        optionLines = Map.copyOf(optionLines);
        query = Map.copyOf(query);
        body = Map.copyOf(body);
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

    /** Returns the same at another rate. */
    public ServiceConfig atRate(int rateHz) {
        return Altered.with(this, "sampleRateHz", rateHz, "rateOfCall", false);
    }

    /** Returns the setting {@code name}, or {@code usual} where the configuration has none. */
    public String option(String name, String usual) {
        return options.getOrDefault(name, usual);
    }
}
