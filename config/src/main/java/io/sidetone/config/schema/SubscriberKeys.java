package io.sidetone.config.schema;

import static io.sidetone.config.schema.ValueType.DURATION;
import static io.sidetone.config.schema.ValueType.INTEGER;
import static io.sidetone.config.schema.ValueType.LIST;
import static io.sidetone.config.schema.ValueType.SECRET;
import static io.sidetone.config.schema.ValueType.SIZE;
import static io.sidetone.config.schema.ValueType.TEXT;
import static io.sidetone.config.schema.ValueType.TEXTS;
import static io.sidetone.config.schema.ValueType.URL;

import io.sidetone.core.turn.event.TurnEventType;
import java.util.Arrays;
import java.util.List;

/** The keys under {@code subscribers}. */
public final class SubscriberKeys {
    private static final int DAY_MS = 86_400_000;

    private SubscriberKeys() {}

    /** Adds them. */
    public static void addTo(List<ConfigKey> keys) {
        keys.add(
                ConfigKey.of(
                        "subscribers",
                        LIST,
                        "-",
                        "Web servers that are told of turn events by a signed POST, at least once each, in order within a call."));
        keys.add(ConfigKey.of("subscribers[].name", TEXT, "name", "Names the subscriber in logs and metrics.")
                .mandatory()
                .example("crm"));
        keys.add(ConfigKey.of(
                        "subscribers[].url",
                        URL,
                        "URL",
                        "Where events are posted. https; http only on this machine. Redirects are not followed.")
                .mandatory()
                .example("https://crm.example.com/voice/events"));
        keys.add(ConfigKey.of(
                        "subscribers[].secret",
                        SECRET,
                        "secret",
                        "Key of the Sidetone-Signature header, HMAC-SHA256, by which the server knows who tells it; 16"
                                + " characters or more.")
                .mandatory()
                .example("${file:/etc/sidetone/crm-secret}"));
        keys.add(ConfigKey.of("subscribers[].events", TEXTS, "types of events", "What it is told of.")
                .oneOf(Arrays.stream(TurnEventType.values())
                        .map(TurnEventType::wireName)
                        .toArray(String[]::new))
                .derived("all of them")
                .example("[turn-ended, interruption]"));
        keys.add(ConfigKey.of(
                        "subscribers[].agents", TEXTS, "names of agents", "Whose calls it is told of; without it all.")
                .example("[appointment-desk]"));
        limits(keys);
    }

    private static void limits(List<ConfigKey> keys) {
        keys.add(ConfigKey.of(
                        "subscribers[].timeout",
                        DURATION,
                        "duration",
                        "For one attempt. A server that needs longer should take the event first and work afterwards.")
                .range(100, 60_000)
                .byDefault("5s"));
        keys.add(ConfigKey.of(
                        "subscribers[].retry-max",
                        DURATION,
                        "duration",
                        "Longest pause between two attempts; the first is 200ms, each further twice as long.")
                .range(1_000, 3_600_000)
                .byDefault("1m"));
        keys.add(ConfigKey.of(
                        "subscribers[].max-age",
                        DURATION,
                        "duration",
                        "An event that nobody took for so long is given up and counted as a dead letter.")
                .range(1_000, 30.0 * DAY_MS)
                .byDefault("24h"));
        keys.add(ConfigKey.of(
                        "subscribers[].max-concurrent",
                        INTEGER,
                        "requests",
                        "Requests at the same time, of different calls each: events of one call go one after the other.")
                .range(1, 64)
                .byDefault("8"));
        keys.add(ConfigKey.of(
                        "subscribers[].spool-dir",
                        TEXT,
                        "folder",
                        "Where events wait for the server; each is forced to the disk before it is sent. This process alone may"
                                + " use it.")
                .derived("the folder subscribers/NAME in store.dir")
                .example("/var/lib/sidetone/subscribers/crm"));
        keys.add(ConfigKey.of(
                        "subscribers[].spool-max-bytes",
                        SIZE,
                        "size",
                        "What the spool may hold while the server is away; an event takes some 600 bytes. Beyond it events are"
                                + " lost and counted.")
                .range(1 << 20, 1L << 36)
                .byDefault("64MiB"));
    }
}
