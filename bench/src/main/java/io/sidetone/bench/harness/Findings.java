package io.sidetone.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Findings of a bench other than its times, carried from the forked JVM to the summary. One thread. */
public final class Findings {
    /** System property that names the file between the two processes. */
    public static final String FILE_PROPERTY = "sidetone.bench.witness";

    private final List<String> lines = new ArrayList<>();
    private final String bench;

    private Findings(String bench) {
        this.bench = bench.substring(bench.lastIndexOf('.', bench.lastIndexOf('.') - 1) + 1);
    }

    /** Begins the findings of {@code bench}, a JMH benchmark name. */
    public static Findings of(String bench) {
        return new Findings(bench);
    }

    /** Adds a finding in words. */
    public Findings say(String words) {
        lines.add(words);
        return this;
    }

    /** Adds a count. */
    public Findings count(String what, long value) {
        lines.add(String.format(Locale.ROOT, "%s: %,d", what, value));
        return this;
    }

    /** Adds a distribution; its values are in nanoseconds and are printed in microseconds. */
    public Findings histogram(String what, Histogram ns) {
        lines.add(String.format(
                Locale.ROOT,
                "%s: p50 %.1f  p99 %.1f  p99.9 %.1f  max %.1f  (n = %,d)",
                what,
                ns.getValueAtPercentile(50) / 1e3,
                ns.getValueAtPercentile(99) / 1e3,
                ns.getValueAtPercentile(99.9) / 1e3,
                ns.getMaxValue() / 1e3,
                ns.getTotalCount()));
        return this;
    }

    /** Writes the findings to the file, or prints them when there is no file. */
    public void report() {
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            text.append(bench).append("  ").append(line).append('\n');
        }
        String file = System.getProperty(FILE_PROPERTY);
        if (file == null) {
            System.out.print(text);
            return;
        }
        try {
            Files.writeString(Path.of(file), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("the bench's findings cannot be written to " + file, e);
        }
    }
}
