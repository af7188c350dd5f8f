package io.sidetone.bench.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A server that is measured, a process of its own on loopback: the shipped JAR, or any other program. What it said, what its pages
 * say, and what it takes of the machine (/proc). Any thread; blocks.
 */
public final class Target implements AutoCloseable {
    /** A program of this project says this on a line of its own when it takes calls. */
    public static final Pattern READY = Pattern.compile("(?m)^ready$");

    private static final Pattern HTTP = Pattern.compile("http (127\\.0\\.0\\.1:[0-9]+)");
    private static final Pattern SIP = Pattern.compile("sip udp(?:\\+tcp)? (\\S+)");
    private static final int START_LIMIT_S = 60;
    private static final int LOOK_MS = 10;
    private static final int STOP_LIMIT_S = 10;

    /** Clock ticks per second in /proc, on every Linux with a JVM. */
    private static final double TICKS_PER_S = 100;

    private final HttpClient client = HttpClient.newHttpClient();
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

    private Target(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /** Returns the command of a JVM like this one, with the flags of servers and then {@code arguments}. */
    public static List<String> java(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags());
        command.addAll(arguments);
        return command;
    }

    /** Those of the launcher, else ZGC, generational where that is an option. */
    private static List<String> flags() {
        String flags = System.getenv().getOrDefault("SIDETONE_SERVER_FLAGS", "").strip();
        if (!flags.isEmpty()) {
            return List.of(flags.split("\\s+"));
        }
        int feature = Runtime.version().feature();
        return feature == 21 || feature == 22 ? List.of("-XX:+UseZGC", "-XX:+ZGenerational") : List.of("-XX:+UseZGC");
    }

    /** Starts the shipped server with {@code configuration} (YAML), and waits until it is ready. */
    public static Target serve(String name, Path folder, Path jar, String configuration)
            throws IOException, InterruptedException {
        Path config = Files.writeString(folder.resolve(name + ".yaml"), configuration);
        return start(name, java(List.of("-jar", jar.toString(), "serve", "-c", config.toString())), folder, READY);
    }

    /**
     * Starts {@code command} and waits, at most a minute, until {@code ready} is found in what it says.
     *
     * @param folder its output goes to a file there
     * @throws IOException when it ended or did not say so in time; the message has its output
     */
    public static Target start(String name, List<String> command, Path folder, Pattern ready)
            throws IOException, InterruptedException {
        Path log = folder.resolve(name + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        for (int i = 0; i < START_LIMIT_S * 1_000 / LOOK_MS && process.isAlive(); i++) {
            if (ready.matcher(Files.readString(log)).find()) {
                return new Target(name, process, log);
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

    /** Returns its process id. */
    public long pid() {
        return process.pid();
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

    /** Returns its HTTP address, {@code HOST:PORT}. */
    public String http() throws IOException {
        return said(HTTP, "HTTP port");
    }

    /** Returns its SIP address, {@code HOST:PORT}. */
    public String sip() throws IOException {
        return said(SIP, "SIP");
    }

    /** Returns the content of {@code page}. */
    public String get(String page) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://" + http() + page)).build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(page + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    /** Returns its present metrics. */
    public Scrape scrape() throws IOException, InterruptedException {
        return Scrape.of(get("/metrics"));
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
        for (Path task : list("task")) {
            try {
                long ns = Long.parseLong(
                        Files.readString(task.resolve("schedstat")).split(" ")[0]);
                String thread = Files.readString(task.resolve("comm")).strip().replaceAll("[-_ #0-9].*", "");
                tasks.put(task.getFileName().toString(), new Task(thread, ns));
            } catch (NoSuchFileException ended) {
                continue;
            }
        }
        return tasks;
    }

    /** Returns the number of its living threads, by the first word of their names. */
    public Map<String, Integer> threads() throws IOException {
        Map<String, Integer> threads = new TreeMap<>();
        tasks().values().forEach(task -> threads.merge(task.name(), 1, Integer::sum));
        return threads;
    }

    /** Returns the number of its open files and sockets. */
    public long descriptors() throws IOException {
        return list("fd").size();
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

    private List<Path> list(String what) throws IOException {
        try (Stream<Path> all = Files.list(proc(what))) {
            return all.toList();
        }
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
