package io.sidetone.config.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Keys that a reload applies. Every other key is read at the start only. */
public final class RunTimeKeys {
    /** A name stands for itself and everything below it. */
    public static final List<String> NAMES = List.of(
            "agents",
            "engines",
            "embedded",
            "vad",
            "actions",
            "mcp",
            "policies",
            "failover",
            "alerts",
            "hold",
            "playout",
            "limits.max-call-length",
            "limits.max-call-notice",
            "rtp.timeout");

    private RunTimeKeys() {}

    /**
     * Returns the keys that differ and wait for a restart, in alphabetical order.
     *
     * @param started what the process was started with
     * @param now what the file says now
     */
    public static List<String> waitingForRestart(Values started, Values now) {
        Set<String> paths = new TreeSet<>(started.paths());
        paths.addAll(now.paths());
        List<String> waiting = new ArrayList<>();
        for (String path : paths) {
            if (!applied(path) && !Objects.equals(started.raw(path), now.raw(path))) {
                waiting.add(path);
            }
        }
        return waiting;
    }

    /** Returns whether a reload applies {@code path}. */
    static boolean applied(String path) {
        return NAMES.stream().anyMatch(name -> path.equals(name) || path.startsWith(name + "."));
    }
}
