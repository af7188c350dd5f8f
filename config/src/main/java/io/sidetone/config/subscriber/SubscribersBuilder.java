package io.sidetone.config.subscriber;

import io.sidetone.config.problem.Nearest;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import io.sidetone.config.value.Secret;
import io.sidetone.config.value.WebAddress;
import io.sidetone.core.turn.event.TurnEventType;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Values under {@code subscribers} to records. */
public final class SubscribersBuilder {
    private static final int MOST = 16;
    private static final int SHORTEST_SECRET = 16;
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}";
    private static final List<String> ALL_EVENTS =
            Arrays.stream(TurnEventType.values()).map(TurnEventType::wireName).toList();

    private final Values values;
    private final Problems problems;
    private final Path folder;
    private final Path storeDir;

    /** Reads from {@code values}; {@code storeDir} holds the spools that are given no folder of their own. */
    public SubscribersBuilder(Values values, Problems problems, Path folder, Path storeDir) {
        this.values = values;
        this.problems = problems;
        this.folder = folder;
        this.storeDir = storeDir;
    }

    /** Builds them; what is wrong goes to the problems. */
    public List<SubscriberConfig> build() {
        List<SubscriberConfig> subscribers = new ArrayList<>();
        Set<String> names = new HashSet<>();
        int size = values.size("subscribers");
        if (size > MOST) {
            problems.add(
                    "subscribers",
                    "has " + size + " entries and may have " + MOST,
                    "tell one server and let it tell the others");
        }
        for (int i = 0; i < Math.min(size, MOST); i++) {
            String path = "subscribers[" + i + "]";
            SubscriberConfig one = one(path);
            if (!values.invalid(path + ".name") && !names.add(one.name())) {
                problems.add(
                        path + ".name",
                        "'" + one.name() + "' names another subscriber already",
                        "give each subscriber its own name");
            }
            subscribers.add(one);
        }
        return subscribers;
    }

    private SubscriberConfig one(String path) {
        String name = values.text(path + ".name");
        if (!name.matches(NAME) && !values.invalid(path + ".name")) {
            problems.add(
                    path + ".name",
                    "'" + name + "' is not a name",
                    "use up to 64 letters, digits, '-' and '_', a letter or digit first");
            name = "unnamed";
        }
        if (values.raw(path + ".events") == null) {
            values.put(path + ".events", ALL_EVENTS);
        }
        return new SubscriberConfig(
                name,
                url(path + ".url"),
                secret(path + ".secret"),
                events(path + ".events"),
                agents(path + ".agents"),
                values.get(path + ".timeout", Duration.class),
                values.get(path + ".retry-max", Duration.class),
                values.get(path + ".max-age", Duration.class),
                values.integer(path + ".max-concurrent"),
                spoolDir(path + ".spool-dir", name),
                values.get(path + ".spool-max-bytes", Long.class));
    }

    private URI url(String path) {
        return WebAddress.of(values.text(path), path, "when callers interrupt (ITE-SEC-001)", problems);
    }

    private Secret secret(String path) {
        Secret secret = values.get(path, Secret.class);
        if (secret != null && secret.value().length() < SHORTEST_SECRET) {
            problems.add(
                    path,
                    "has " + secret.value().length() + " characters, which can be guessed; " + SHORTEST_SECRET
                            + " are the least",
                    "use a random secret, for example 'openssl rand -hex 24'");
        }
        return secret;
    }

    private Set<TurnEventType> events(String path) {
        Set<TurnEventType> events = EnumSet.noneOf(TurnEventType.class);
        for (String name : values.list(path, String.class)) {
            events.add(TurnEventType.values()[ALL_EVENTS.indexOf(name)]);
        }
        return events;
    }

    private Set<String> agents(String path) {
        List<String> known = values.names("agents");
        Set<String> agents = new HashSet<>();
        for (String name : values.list(path, String.class)) {
            agents.add(name);
            if (!known.contains(name)) {
                problems.add(
                        path,
                        "'" + name + "' is no agent",
                        Nearest.to(name, known)
                                .map(near -> "did you mean " + near + "?")
                                .orElse("name one of agents, or leave it out for all"));
            }
        }
        return agents;
    }

    private Path spoolDir(String path, String name) {
        if (values.raw(path) == null) {
            values.put(path, storeDir.resolve("subscribers").resolve(name).toString());
        }
        try {
            return folder.resolve(values.text(path)).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            problems.add(path, "'" + values.text(path) + "' is not a path", "name one");
            return folder;
        }
    }
}
