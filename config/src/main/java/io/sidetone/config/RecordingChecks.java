package io.sidetone.config;

import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.agent.RecordingConfig;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Rules about recordings. */
final class RecordingChecks {
    private final Values values;
    private final Problems problems;
    private final Map<Path, AgentConfig> folders = new HashMap<>();

    RecordingChecks(Values values, Problems problems) {
        this.values = values;
        this.problems = problems;
    }

    void run(AgentConfig agent) {
        String path = path(agent);
        RecordingConfig recording = agent.recording();
        if (recording.on()) {
            bounded(agent, recording, path);
            return;
        }
        if (recording.consent().isPresent()) {
            problems.add(
                    path + ".consent",
                    "says that calls are recorded, and they are not",
                    "name a folder in " + path + ".dir, or leave the sentence out");
        }
        if (recording.upload().isPresent()) {
            problems.add(
                    path + ".upload",
                    "has nothing to send: no file is written",
                    "name a folder in " + path + ".dir, where files are written before they are sent");
        }
    }

    /** A folder is bounded as a whole. */
    private void bounded(AgentConfig agent, RecordingConfig recording, String path) {
        AgentConfig other = folders.putIfAbsent(recording.dir().orElseThrow(), agent);
        if (other == null) {
            return;
        }
        RecordingConfig same = other.recording();
        if (!same.keep().equals(recording.keep()) && !values.invalid(path + ".keep")) {
            differs(path + ".keep", path(other) + ".keep");
        }
        if (same.maxBytes() != recording.maxBytes() && !values.invalid(path + ".max-bytes")) {
            differs(path + ".max-bytes", path(other) + ".max-bytes");
        }
    }

    private void differs(String key, String other) {
        problems.add(
                key,
                "is another than " + other + ", and both record to the same folder",
                "give both the same, or each its own dir");
    }

    private static String path(AgentConfig agent) {
        return "agents." + agent.name() + ".recording";
    }
}
