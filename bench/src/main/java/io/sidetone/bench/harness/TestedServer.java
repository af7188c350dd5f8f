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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A measured server in a separate process, on loopback and free ports. */
public final class TestedServer implements AutoCloseable {
    private static final int START_LIMIT_S = 60;
    private static final int LOOK_MS = 10;
    private static final int STOP_LIMIT_S = 10;
    private static final String READY = "(?m)^ready$";
    private static final Pattern HTTP = Pattern.compile("http 127\\.0\\.0\\.1:([0-9]+)");
    private static final Pattern SIP = Pattern.compile("sip udp(?:\\+tcp)? (\\S+)");

    /** Clock ticks per second in /proc, on every Linux with a JVM. */
    private static final double TICKS_PER_S = 100;

    private final HttpClient client = HttpClient.newHttpClient();
    private final String name;
    private final Process process;
    private final Path log;
    private final int port;

    private TestedServer(String name, Process process, Path log, int port) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.port = port;
    }

    /** Returns the flags of servers' JVMs: those of the launcher, else ZGC, generational where that is an option. */
    public static List<String> flags() {
        String flags = System.getenv().getOrDefault("SIDETONE_SERVER_FLAGS", "").strip();
        if (!flags.isEmpty()) {
            return List.of(flags.split("\\s+"));
        }
        int feature = Runtime.version().feature();
        return feature == 21 || feature == 22 ? List.of("-XX:+UseZGC", "-XX:+ZGenerational") : List.of("-XX:+UseZGC");
    }

    /** Returns the command of a JVM like this one, with {@link #flags} and then {@code arguments}. */
    public static List<String> java(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags());
        command.addAll(arguments);
        return command;
    }

    /** Starts the shipped server with {@code configuration} (YAML), and waits until it is ready. */
    public static TestedServer serve(String name, Path folder, Path jar, String configuration)
            throws IOException, InterruptedException {
        Path config = Files.writeString(folder.resolve(name + ".yaml"), configuration);
        return start(name, java(List.of("-jar", jar.toString(), "serve", "-c", config.toString())), folder, READY);
    }

    /** Starts {@code command} and waits until it has printed its HTTP port and a text that matches {@code ready}. */
    public static TestedServer start(String name, List<String> command, Path folder, String ready)
            throws IOException, InterruptedException {
        Path log = folder.resolve(name + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Pattern pattern = Pattern.compile(ready);
        for (int i = 0; i < START_LIMIT_S * 1_000 / LOOK_MS && process.isAlive(); i++) {
            String said = Files.readString(log);
            Matcher http = HTTP.matcher(said);
            if (pattern.matcher(said).find() && http.find()) {
                return new TestedServer(name, process, log, Integer.parseInt(http.group(1)));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        process.destroyForcibly();
        throw new IOException(name + " did not become ready; it said:\n" + Files.readString(log));
    }

    /** Starts {@code command}, a program of this project, and waits until it is ready. */
    public static TestedServer start(String name, List<String> command, Path folder)
            throws IOException, InterruptedException {
        return start(name, command, folder, READY);
    }

    /** Returns its name in reports. */
    public String name() {
        return name;
    }

    /** Returns its HTTP port. */
    public int port() {
        return port;
    }

    /** Returns its HTTP address, {@code HOST:PORT}. */
    public String http() {
        return "127.0.0.1:" + port;
    }

    /** Returns its SIP address, {@code HOST:PORT}. */
    public String sip() throws IOException {
        Matcher sip = SIP.matcher(said());
        if (!sip.find()) {
            throw new IOException(name + " has no SIP; it said:\n" + said());
        }
        return sip.group(1);
    }

    /** Returns its output so far. */
    public String said() throws IOException {
        return Files.readString(log);
    }

    /** Returns its process id. */
    public long pid() {
        return process.pid();
    }

    /** Returns the content of {@code page}. */
    public String get(String page) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + page))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(page + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    /** Returns its present metrics. */
    public Scrape scrape() throws IOException, InterruptedException {
        return Scrape.of(client, http());
    }

    /** Returns the processor time of all its threads so far, ended ones included, in seconds. */
    public double cpuS() throws IOException {
        String stat = Files.readString(proc("stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_S;
    }

    /** Returns the processor time of its living threads so far, in seconds, by the first word of their names. */
    public Map<String, Double> cpuByThread() throws IOException {
        Map<String, Double> cpuS = new TreeMap<>();
        for (Path task : tasks()) {
            try {
                double ns = Double.parseDouble(
                        Files.readString(task.resolve("schedstat")).split(" ")[0]);
                cpuS.merge(threadName(task), ns / 1e9, Double::sum);
            } catch (NoSuchFileException ended) {
                continue;
            }
        }
        return cpuS;
    }

    /** Returns the number of its living threads, by the first word of their names. */
    public Map<String, Integer> threads() throws IOException {
        Map<String, Integer> threads = new TreeMap<>();
        for (Path task : tasks()) {
            try {
                threads.merge(threadName(task), 1, Integer::sum);
            } catch (NoSuchFileException ended) {
                continue;
            }
        }
        return threads;
    }

    private static String threadName(Path task) throws IOException {
        return Files.readString(task.resolve("comm")).strip().replaceAll("[-_ #0-9].*", "");
    }

    private List<Path> tasks() throws IOException {
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

    private Path proc(String what) {
        return Path.of("/proc", Long.toString(process.pid()), what);
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
