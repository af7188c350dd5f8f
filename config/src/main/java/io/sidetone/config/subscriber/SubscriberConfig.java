package io.sidetone.config.subscriber;

import io.sidetone.config.value.Secret;
import io.sidetone.core.turn.event.TurnEventType;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * A web server that is told of turn events.
 *
 * @param name unique among the subscribers
 * @param url where events are posted: https, or http on this machine
 * @param secret key of the signature
 * @param events what it is told of
 * @param agents whose calls it is told of; empty: everybody's
 * @param timeout of one attempt
 * @param retryMax longest pause between two attempts
 * @param maxAge when an event that nobody took is given up
 * @param maxConcurrent requests at the same time
 * @param spoolDir folder of what was not delivered yet
 * @param spoolMaxBytes what that folder may hold
 */
public record SubscriberConfig(
        String name,
        URI url,
        Secret secret,
        Set<TurnEventType> events,
        Set<String> agents,
        Duration timeout,
        Duration retryMax,
        Duration maxAge,
        int maxConcurrent,
        Path spoolDir,
        long spoolMaxBytes) {
    /** Copies the sets. */
    public SubscriberConfig {
        events = Set.copyOf(events);
        agents = Set.copyOf(agents);
    }
}
