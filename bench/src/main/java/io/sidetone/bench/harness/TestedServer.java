package io.sidetone.bench.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A measured server in a separate process, on loopback and free ports. */
public final class TestedServer implements AutoCloseable {
    private static final String READY = "(?m)^ready$";
    private static final Pattern HTTP = Pattern.compile("http 127\\.0\\.0\\.1:([0-9]+)");
    private static final Pattern SIP = Pattern.compile("sip udp(?:\\+tcp)? (\\S+)");

    private final HttpClient client = HttpClient.newHttpClient();
    private final WatchedProcess process;
    private final int port;

    private TestedServer(WatchedProcess process, int port) {
        this.process = process;
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
        return java(flags(), arguments);
    }

    private static List<String> java(List<String> flags, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(arguments);
        return command;
    }

    /** Starts the shipped server with {@code configuration} (YAML), and waits until it is ready. */
    public static TestedServer serve(String name, Path folder, Path jar, String configuration)
            throws IOException, InterruptedException {
        Path config = Files.writeString(folder.resolve(name + ".yaml"), configuration);
        return start(
                name, java(flags(), List.of("-jar", jar.toString(), "serve", "-c", config.toString())), folder, READY);
    }

    /** Starts {@code command} and waits until it has printed its HTTP port and a text that matches {@code ready}. */
    public static TestedServer start(String name, List<String> command, Path folder, String ready)
            throws IOException, InterruptedException {
        WatchedProcess process = WatchedProcess.start(name, command, folder, Pattern.compile(ready), HTTP);
        return new TestedServer(process, Integer.parseInt(process.said(HTTP, "HTTP port")));
    }

    /** Starts {@code command}, a program of this project, and waits until it is ready. */
    public static TestedServer start(String name, List<String> command, Path folder)
            throws IOException, InterruptedException {
        return start(name, command, folder, READY);
    }

    /** Returns its name in reports. */
    public String name() {
        return process.name();
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
        return process.said(SIP, "SIP");
    }

    /** Returns its output so far. */
    public String said() throws IOException {
        return process.said();
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

    /** Returns its process. */
    public WatchedProcess process() {
        return process;
    }

    /** Returns the processor time of all its threads so far, ended ones included, in seconds. */
    public double cpuS() throws IOException {
        return process.cpuS();
    }

    /** Returns the processor time of its living threads so far, in seconds, by the first word of their names. */
    public Map<String, Double> cpuByThread() throws IOException {
        return process.cpuByThread();
    }

    /** Returns the number of its living threads, by the first word of their names. */
    public Map<String, Integer> threads() throws IOException {
        return process.threads();
    }

    /** Returns the number of its open files and sockets. */
    public long descriptors() throws IOException {
        return process.descriptors();
    }

    /** Returns the memory that it really occupies, in bytes. */
    public long residentBytes() throws IOException {
        return process.residentBytes();
    }

    @Override
    public void close() {
        process.close();
    }
}
