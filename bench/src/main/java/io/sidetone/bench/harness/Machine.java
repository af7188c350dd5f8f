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
                + System.getProperty("os.version") + ", load " + load());
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

    /** Over 1, 5 and 15 minutes. */
    private static String load() {
        return lines("/proc/loadavg").stream()
                .findFirst()
                .map(line -> line.replaceFirst(" [0-9]+/.*", ""))
                .orElse("unknown");
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException e) {
            return List.of();
        }
    }
}
