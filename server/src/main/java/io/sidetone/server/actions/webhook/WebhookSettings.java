package io.sidetone.server.actions.webhook;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings of the calls of one webhook.
 *
 * @param action name of the action
 * @param url where it is posted
 * @param timeout for everything: waiting, every attempt, every pause between them
 * @param retries attempts after the first
 * @param secret key of the signature
 * @param maxConcurrent requests at the same time; further ones wait
 * @param maxResponseBytes largest answer
 */
public record WebhookSettings(
        String action,
        URI url,
        Duration timeout,
        int retries,
        Optional<String> secret,
        int maxConcurrent,
        int maxResponseBytes) {}
