package io.sidetone.bench.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The machine of the measurement: without it the figures mean nothing. */
public final class Machine {
    private Machine() {}

    /** Prints processor, cores, kernel, load, JVM and collector. */
    public static void print(PrintStream out) {
        out.println("machine  " + cpu() + ", " + Runtime.getRuntime().availableProcessors() + " cores, Linux "
                + System.getProperty("os.version") + ", load " + firstWords("/proc/loadavg", 3));
        out.println("jvm      " + System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version")
                + ", " + collectors());
    }

    private static String cpu() {
        for (String line : lines("/proc/cpuinfo")) {
            if (line.startsWith("model name")) {
                return line.substring(line.indexOf(':') + 1).strip();
            }
        }
        return System.getProperty("os.arch");
    }

    private static String collectors() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(GarbageCollectorMXBean::getName)
                .collect(Collectors.joining(" + "));
    }

    private static String firstWords(String file, int words) {
        List<String> lines = lines(file);
        return lines.isEmpty()
                ? "unknown"
                : lines.get(0)
                        .lines()
                        .findFirst()
                        .map(line -> first(line, words))
                        .orElse("unknown");
    }

    private static String first(String line, int words) {
        String[] all = line.split(" ");
        return String.join(" ", List.of(all).subList(0, Math.min(words, all.length)));
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException e) {
            return List.of();
        }
    }
}
