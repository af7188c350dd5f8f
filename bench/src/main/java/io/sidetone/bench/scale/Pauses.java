package io.sidetone.bench.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long a JVM stood still for its collector, from its log ({@code -Xlog:safepoint}). */
final class Pauses {
    /** Operations of the collectors, as JDK 17 to 25 name them; others (deoptimization, thread dumps) are no collections. */
    private static final Pattern COLLECTION = Pattern.compile(
            "Safepoint \"((?:Z|X|G1|Gen|Serial|Parallel|CollectFor)[A-Za-z0-9]*)\".*Total: *([0-9]+) ns");

    private final Path log;

    Pauses(Path log) {
        this.log = log;
    }

    /** Returns the flag with which a JVM writes the log. */
    String flag() {
        return "-Xlog:safepoint:file=" + log + ":uptime:filecount=0";
    }

    /** Returns how long each pause so far was, in ms and in their order. */
    List<Double> ms() throws IOException {
        List<Double> all = new ArrayList<>();
        for (String line : Files.readAllLines(log)) {
            Matcher pause = COLLECTION.matcher(line);
            if (pause.find()) {
                all.add(Long.parseLong(pause.group(2)) / 1e6);
            }
        }
        return all;
    }
}
