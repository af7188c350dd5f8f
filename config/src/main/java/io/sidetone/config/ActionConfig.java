package io.sidetone.config;

import io.sidetone.config.value.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * An action that a web server carries out.
 *
 * @param name unique among all actions
 * @param url where it is posted
 * @param description for the model
 * @param parameters JSON Schema 2020-12
 * @param timeout for everything, attempts and pauses together
 * @param retries attempts after the first
 * @param secret key of the signature
 * @param afterSpeech whether it waits for the end of playback
 * @param followUp whether the model goes on after its success
 * @param maxConcurrent requests at the same time
 * @param maxResponseBytes largest answer
 */
public record ActionConfig(
        String name,
        URI url,
        String description,
        Map<String, Object> parameters,
        Duration timeout,
        int retries,
        Optional<Secret> secret,
        boolean afterSpeech,
        boolean followUp,
        int maxConcurrent,
        int maxResponseBytes) {}
