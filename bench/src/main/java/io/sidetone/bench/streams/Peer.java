package io.sidetone.bench.streams;

import java.io.IOException;
import java.lang.management.ManagementFactory;
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

/** A server that is measured, in a process of its own, on loopback and a free port. */
final class Peer implements AutoCloseable {
    private static final int START_LIMIT_S = 60;
    private static final int STOP_LIMIT_S = 10;
    private static final Pattern HTTP = Pattern.compile("http 127\\.0\\.0\\.1:([0-9]+)");

    /** Clock ticks a second in /proc, on every Linux that a JVM runs on. */
    private static final double TICKS_PER_S = 100;

    private final String name;
    private final String path;
    private final Process process;
    private final int port;

    private Peer(String name, String path, Process process, int port) {
        this.name = name;
        this.path = path;
        this.process = process;
        this.port = port;
    }

    /**
     * The server as it ships, with mock engines: one greeting as long as the bench.
     *
     * @param name in the report
     * @param calls that fit
     * @param connections that fit
     */
    static Peer sidetone(String name, Path folder, Path jar, List<String> flags, int calls, int connections)
            throws IOException, InterruptedException {
        Path config = Files.writeString(
                folder.resolve(name + ".yaml"),
                """
                sip: {port: 0}
                http: {port: 0, max-connections: %d}
                rtp: {ports: 10000-%d}
                limits: {max-calls: %d}
                store: {enabled: false}
                engines: {mock: {type: mock, greeting: "%s"}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """
                        .formatted(
                                connections + 100,
                                10_000 + 2 * calls + 400,
                                calls + 20,
                                "This agent has a great deal to tell. "
                                        .repeat(40)
                                        .strip()));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-jar", jar.toString(), "serve", "-c", config.toString()));
        return start(name, "/media/twilio", command, folder.resolve(name + ".log"), "(?m)^ready$");
    }

    /** {@link InterruptedServer} with room for {@code calls}, on this JVM's kind and class path. */
    static Peer interrupted(Path folder, List<String> flags, int calls) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(flags);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                InterruptedServer.class.getName(),
                Integer.toString(calls)));
        return start("sidetone", "/media/twilio", command, folder.resolve("interrupted.log"), "(?m)^ready$");
    }

    /** The agent at {@code script}, whose packages are installed beside it. */
    static Peer node(Path folder, Path script) throws IOException, InterruptedException {
        return start(
                "node ws", "/", List.of("node", script.toString(), "0"), folder.resolve("node.log"), HTTP.pattern());
    }

    private static Peer start(String name, String path, List<String> command, Path log, String readyPattern)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Pattern ready = Pattern.compile(readyPattern);
        for (int i = 0; i < START_LIMIT_S * 10 && process.isAlive(); i++) {
            String said = Files.readString(log);
            Matcher http = HTTP.matcher(said);
            if (ready.matcher(said).find() && http.find()) {
                return new Peer(name, path, process, Integer.parseInt(http.group(1)));
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        process.destroyForcibly();
        throw new IOException(name + " did not become ready; it said:\n" + Files.readString(log));
    }

    String name() {
        return name;
    }

    /** Where streams are taken. */
    String path() {
        return path;
    }

    int port() {
        return port;
    }

    /** Returns what is at {@code page}. */
    String get(String page) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + page))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(page + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    /** Processor time of all its threads so far, those that ended too, in seconds. */
    double cpuS() throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_S;
    }

    /** Processor time of its living threads so far, in seconds, by the first word of their names. */
    Map<String, Double> cpuByThread() throws IOException {
        List<Path> tasks;
        try (Stream<Path> all = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            tasks = all.toList();
        }
        Map<String, Double> cpuS = new TreeMap<>();
        for (Path task : tasks) {
            try {
                String thread = Files.readString(task.resolve("comm")).strip().replaceAll("[-_ #0-9].*", "");
                double ns = Double.parseDouble(
                        Files.readString(task.resolve("schedstat")).split(" ")[0]);
                cpuS.merge(thread, ns / 1e9, Double::sum);
            } catch (NoSuchFileException ended) {
                continue;
            }
        }
        return cpuS;
    }

    /** Memory that it really occupies, in bytes. */
    long residentBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
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
                // A second signal ends the calls that are still there.
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
