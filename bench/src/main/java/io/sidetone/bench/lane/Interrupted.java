package io.sidetone.bench.lane;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** What one run of {@link InterruptionBench} found, carried from its JVM to the command that compares runs. */
final class Interrupted {
    /** System property that names the file between the two processes. */
    static final String FILE_PROPERTY = "sidetone.bench.interrupted";

    /** What is distributed, in ns. */
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

    private final Map<Time, Histogram> times = new EnumMap<>(Time.class);
    private final Map<String, Long> counts = new TreeMap<>();

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
        Properties out = new Properties();
        times.forEach((time, ns) -> {
            ByteBuffer bytes = ByteBuffer.allocate(ns.getNeededByteBufferCapacity());
            int length = ns.encodeIntoCompressedByteBuffer(bytes);
            out.setProperty(time.name(), Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length)));
        });
        counts.forEach((what, value) -> out.setProperty("count " + what, value.toString()));
        try (Writer to = Files.newBufferedWriter(Path.of(file))) {
            out.store(to, null);
        } catch (IOException e) {
            throw new UncheckedIOException("the bench's findings cannot be written to " + file, e);
        }
    }

    static Interrupted read(Path file) throws IOException {
        Properties in = new Properties();
        try (Reader from = Files.newBufferedReader(file)) {
            in.load(from);
        }
        Interrupted found = new Interrupted();
        try {
            for (String name : in.stringPropertyNames()) {
                String value = in.getProperty(name);
                if (name.startsWith("count ")) {
                    found.with(name.substring(6), Long.parseLong(value));
                } else {
                    ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(value));
                    found.with(Time.valueOf(name), Histogram.decodeFromCompressedByteBuffer(bytes, 0));
                }
            }
        } catch (DataFormatException e) {
            throw new IOException("the bench's findings in " + file + " are damaged", e);
        }
        return found;
    }
}
