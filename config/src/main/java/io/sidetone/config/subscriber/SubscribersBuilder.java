package io.sidetone.config.subscriber;

import io.sidetone.config.binding.RecordBinder;
import io.sidetone.config.problem.Nearest;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import io.sidetone.core.turn.event.TurnEventType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Values under {@code subscribers} to records. */
public final class SubscribersBuilder {
    private static final int MOST = 16;
    private static final List<String> ALL_EVENTS =
            Arrays.stream(TurnEventType.values()).map(TurnEventType::wireName).toList();

    private final Values values;
    private final Problems problems;
    private final RecordBinder binder;
    private final Path storeDir;

    /** Reads from {@code values}; {@code storeDir} holds the spools that are given no folder of their own. */
    public SubscribersBuilder(Values values, Problems problems, RecordBinder binder, Path storeDir) {
        this.values = values;
        this.problems = problems;
        this.binder = binder;
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
                    "name one server and let it pass the events on");
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
        values.conclude(path + ".events", ALL_EVENTS);
        String name = SubscriberName.orUnnamed(values.text(path + ".name"));
        values.conclude(
                path + ".spool-dir",
                storeDir.resolve("subscribers").resolve(name).toString());
        SubscriberConfig subscriber = binder.bind(path, SubscriberConfig.class);
        agents(path + ".agents");
        return subscriber;
    }

    private void agents(String path) {
        List<String> known = values.names("agents");
        for (String name : values.list(path, String.class)) {
            if (!known.contains(name)) {
                problems.add(
                        path,
                        "'" + name + "' is no agent",
                        Nearest.to(name, known)
                                .map(near -> "did you mean " + near + "?")
                                .orElse("name one of agents, or leave it out for all"));
            }
        }
    }
}
