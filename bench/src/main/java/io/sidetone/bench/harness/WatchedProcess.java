package io.sidetone.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A process that a bench has started, whatever program it is: what it said, and what it takes of the machine (/proc). */
public final class WatchedProcess implements AutoCloseable {
    private static final int START_LIMIT_S = 60;
    private static final int LOOK_MS = 10;
    private static final int STOP_LIMIT_S = 10;

    /** Clock ticks per second in /proc, on every Linux with a JVM. */
    private static final double TICKS_PER_S = 100;

    private final String name;
    private final Process process;
    private final Path log;

    /**
     * A thread at one moment.
     *
     * @param name first word of its name
     * @param ns processor time so far
     */
    public record Task(String name, long ns) {}

    private WatchedProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts {@code command} and waits, at most a minute, until every one of {@code ready} is found in what it says.
     *
     * @param folder its output goes to a file there
     * @throws IOException when it ended or did not say so in time; the message has its output
     */
    public static WatchedProcess start(String name, List<String> command, Path folder, Pattern... ready)
            throws IOException, InterruptedException {
        Path log = folder.resolve(name + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        for (int i = 0; i < START_LIMIT_S * 1_000 / LOOK_MS && process.isAlive(); i++) {
            String said = Files.readString(log);
            if (Stream.of(ready).allMatch(pattern -> pattern.matcher(said).find())) {
                return new WatchedProcess(name, process, log);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        process.destroyForcibly();
        throw new IOException(name + " did not become ready; it said:\n" + Files.readString(log));
    }

    /** Returns its name in reports. */
    public String name() {
        return name;
    }

    /** Returns its output so far. */
    public String said() throws IOException {
        return Files.readString(log);
    }

    /**
     * Returns the first group of {@code pattern} in its output so far.
     *
     * @param what it has said then, for the message of the exception when it has not
     */
    public String said(Pattern pattern, String what) throws IOException {
        Matcher matcher = pattern.matcher(said());
        if (!matcher.find()) {
            throw new IOException(name + " has no " + what + "; it said:\n" + said());
        }
        return matcher.group(1);
    }

    /** Returns its process id. */
    public long pid() {
        return process.pid();
    }

    /** Returns the processor time of all its threads so far, ended ones included, in seconds. */
    public double cpuS() throws IOException {
        String stat = Files.readString(proc("stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_S;
    }

    /** Returns its living threads by their ids. */
    public Map<String, Task> tasks() throws IOException {
        Map<String, Task> tasks = new HashMap<>();
        for (Path task : taskFolders()) {
            try {
                long ns = Long.parseLong(
                        Files.readString(task.resolve("schedstat")).split(" ")[0]);
                tasks.put(task.getFileName().toString(), new Task(threadName(task), ns));
            } catch (NoSuchFileException ended) {
                continue;
            }
        }
        return tasks;
    }

    /** Returns the processor time of its living threads so far, in seconds, by the first word of their names. */
    public Map<String, Double> cpuByThread() throws IOException {
        Map<String, Double> cpuS = new TreeMap<>();
        tasks().values().forEach(task -> cpuS.merge(task.name(), task.ns() / 1e9, Double::sum));
        return cpuS;
    }

    /** Returns the number of its living threads, by the first word of their names. */
    public Map<String, Integer> threads() throws IOException {
        Map<String, Integer> threads = new TreeMap<>();
        tasks().values().forEach(task -> threads.merge(task.name(), 1, Integer::sum));
        return threads;
    }

    private static String threadName(Path task) throws IOException {
        return Files.readString(task.resolve("comm")).strip().replaceAll("[-_ #0-9].*", "");
    }

    private List<Path> taskFolders() throws IOException {
        try (Stream<Path> all = Files.list(proc("task"))) {
            return all.toList();
        }
    }

    /** Returns the number of its open files and sockets. */
    public long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(proc("fd"))) {
            return all.count();
        }
    }

    /** Returns the memory that it really occupies, in bytes. */
    public long residentBytes() throws IOException {
        for (String line : Files.readAllLines(proc("status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
            }
        }
        throw new IOException(name + " is gone");
    }

    private Path proc(String what) {
        return Path.of("/proc", Long.toString(process.pid()), what);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(1, TimeUnit.SECONDS)) {
                // A second signal ends the remaining calls.
                process.destroy();
            }
            if (!process.waitFor(STOP_LIMIT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
