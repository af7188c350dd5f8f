package io.sidetone.config.subscriber;

import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.value.Secret;
import io.sidetone.core.setting.Key;
import io.sidetone.core.turn.event.TurnEventType;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * A web server that receives turn events.
 *
 * @param name unique among the subscribers
 * @param url where events are posted: https, or http on this machine
 * @param secret key of the signature
 * @param events which it receives
 * @param agents whose calls it receives events of; empty: those of all agents
 * @param timeout of one attempt
 * @param retryMax longest pause between two attempts
 * @param maxAge after which an undelivered event is given up
 * @param maxConcurrent requests at the same time
 * @param spoolDir folder of what was not delivered yet
 * @param spoolMaxBytes what that folder may hold
 */
@Section("Web servers that receive turn events by a signed POST, at least once each, in order within a call.")
public record SubscriberConfig(
        @Rule(SubscriberName.class)
                @Key(
                        unit = "name",
                        why = "Names the subscriber in logs and metrics.",
                        mandatory = true,
                        example = "crm")
                String name,
        @FileType(ValueType.URL)
                @Rule(EventAddress.class)
                @Key(
                        unit = "URL",
                        why = "Where events are posted. https; http only on this machine. Redirects are not followed.",
                        mandatory = true,
                        example = "https://crm.example.com/voice/events")
                URI url,
        @Rule(LongSecret.class)
                @Key(
                        why = "Key of the Sidetone-Signature header, HMAC-SHA256, by which the server knows who tells"
                                + " it; 16 characters or more.",
                        mandatory = true,
                        example = "${file:/etc/sidetone/crm-secret}")
                Secret secret,
        @Key(
                        unit = "types of events",
                        why = "Which events it receives.",
                        derived = "all of them",
                        example = "[turn-ended, interruption]")
                Set<TurnEventType> events,
        @Key(
                        unit = "names of agents",
                        why = "The agents whose calls it receives events of; without it all.",
                        example = "[appointment-desk]")
                Set<String> agents,
        @Key(
                        why = "For one attempt. A server that needs longer should take the event first and work"
                                + " afterwards.",
                        min = 100,
                        max = 60_000,
                        byDefault = "5s")
                Duration timeout,
        @Key(
                        why = "Longest pause between two attempts; the first is 200ms, each further twice as long.",
                        min = 1_000,
                        max = 3_600_000,
                        byDefault = "1m")
                Duration retryMax,
        @Key(
                        why = "An event that is undelivered for so long is given up and counted as a dead letter.",
                        min = 1_000,
                        max = 30 * 86_400_000.0,
                        byDefault = "24h")
                Duration maxAge,
        @Key(
                        unit = "requests",
                        why = "Requests at the same time, of different calls each: events of one call go one after the"
                                + " other.",
                        min = 1,
                        max = 64,
                        byDefault = "8")
                int maxConcurrent,
        @Key(
                        unit = "folder",
                        why = "Where events wait for the server; each is forced to the disk before it is sent. This"
                                + " process alone may use it.",
                        derived = "the folder subscribers/NAME in store.dir",
                        example = "/var/lib/sidetone/subscribers/crm")
                Path spoolDir,
        @Key(
                        why = "What the spool may hold while the server is away; an event takes some 600 bytes. Beyond"
                                + " it events are lost and counted.",
                        min = 1 << 20,
                        max = 1L << 36,
                        byDefault = "64MiB")
                long spoolMaxBytes) {
    /** Copies the sets. */
    public SubscriberConfig {
        events = Set.copyOf(events);
        agents = Set.copyOf(agents);
    }
}
