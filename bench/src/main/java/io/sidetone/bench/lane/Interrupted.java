package io.sidetone.bench.lane;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Findings of one run of {@link InterruptionBench}, carried from its JVM to the command that compares runs. */
final class Interrupted implements Serializable {
    private static final long serialVersionUID = 1;

    /** System property that names the file between the two processes. */
    static final String FILE_PROPERTY = "sidetone.bench.interrupted";

    /** Times that are distributed, in ns. */
    enum Time {
        COMMIT("commit → fence"),
        WATCHED("commit → seen by a sender that only looks for it"),
        AWAKE("published → lane awake"),
        TURN("→ its turn in the ring"),
        FENCE("→ table, first effect, fence"),
        SEEN("→ seen by the sender"),
        YIELD("frame heard → the agent pauses"),
        RESUME("due → it goes on"),
        HANG_UP("hung up → fence"),
        FRAMES("frames late"),
        CONTROL("bare wake-up");

        final String shown;

        Time(String shown) {
            this.shown = shown;
        }
    }

    private final EnumMap<Time, Histogram> times = new EnumMap<>(Time.class);
    private final TreeMap<String, Long> counts = new TreeMap<>();

    Interrupted with(Time time, Histogram ns) {
        times.put(time, ns);
        return this;
    }

    Interrupted with(String count, long value) {
        counts.put(count, value);
        return this;
    }

    /** Returns µs. */
    double at(Time time, double percentile) {
        return times.get(time).getValueAtPercentile(percentile) / 1e3;
    }

    Histogram of(Time time) {
        return times.get(time);
    }

    /** Returns a count; 0 where there is none. */
    long count(String what) {
        return counts.getOrDefault(what, 0L);
    }

    /** Adds what {@code other} found. */
    void add(Interrupted other) {
        other.times.forEach((time, ns) ->
                times.computeIfAbsent(time, any -> CommitStages.histogram()).add(ns));
        other.counts.forEach((what, value) -> counts.merge(what, value, Long::sum));
    }

    /** Writes it to the file that the property names, if it names one. */
    void report() {
        String file = System.getProperty(FILE_PROPERTY);
        if (file == null) {
            return;
        }
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(Path.of(file)))) {
            out.writeObject(this);
        } catch (IOException e) {
            throw new UncheckedIOException("the bench's findings cannot be written to " + file, e);
        }
    }

    static Interrupted read(Path file) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            return (Interrupted) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException("the bench's findings in " + file + " are of another build", e);
        }
    }
}
