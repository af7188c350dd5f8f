package io.sidetone.bench.scale;

import io.sidetone.bench.harness.Target.Task;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Purposes of threads, by the first word of their names. */
final class ThreadGroups {
    /** All groups, in the order of the table. */
    static final List<String> ALL = List.of("lane", "media", "web", "compiler", "gc", "other");

    private ThreadGroups() {}

    /** Returns the group of a thread. Of rtpengine those that relay are {@code media}. */
    static String of(String thread) {
        return switch (thread) {
            case "lane", "web" -> thread;
            case "media", "poller" -> "media";
            // "C2 CompilerThread0": digits end the word.
            case "C" -> "compiler";
            default -> thread.matches("Z[A-Z].*|GC|G|Gang|Concurrent") ? "gc" : "other";
        };
    }

    /** Returns the processor time of each group between two moments, in seconds. Threads that ended meanwhile do not count. */
    static Map<String, Double> between(Map<String, Task> before, Map<String, Task> after) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        ALL.forEach(group -> seconds.put(group, 0.0));
        after.forEach((id, task) -> {
            Task earlier = before.get(id);
            long ns = task.ns() - (earlier == null ? 0 : earlier.ns());
            seconds.merge(of(task.name()), ns / 1e9, Double::sum);
        });
        return seconds;
    }
}
