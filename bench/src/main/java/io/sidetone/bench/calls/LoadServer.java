package io.sidetone.bench.calls;

import io.sidetone.bench.Scrape;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The JAR that ships with mock engines, on loopback and free ports, for one run. */
final class LoadServer implements AutoCloseable {
    private static final int START_LIMIT_S = 60;
    private static final int STOP_LIMIT_S = 10;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final Process process;
    private final Path log;
    private String sip;
    private String http;

    private LoadServer(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts {@code jar} with room for {@code calls} calls, on this JVM's kind, with {@code flags}. */
    static LoadServer start(Path folder, Path jar, int calls, List<String> flags)
            throws IOException, InterruptedException {
        Path config = Files.writeString(
                folder.resolve("sidetone.yaml"),
                """
                sip: {port: 0}
                http: {port: 0}
                rtp: {ports: 10000-%d}
                limits: {max-calls: %d}
                engines: {mock: {type: mock}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """
                        .formatted(10_000 + 2 * calls + 400, calls + 20));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-jar", jar.toString(), "serve", "-c", config.toString()));
        Path log = folder.resolve("server.log");
        LoadServer server = new LoadServer(
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start(),
                log);
        try {
            server.awaitReady();
            return server;
        } catch (IOException | InterruptedException e) {
            server.close();
            throw e;
        }
    }

    private void awaitReady() throws IOException, InterruptedException {
        for (int i = 0; i < START_LIMIT_S * 10 && process.isAlive(); i++) {
            String said = Files.readString(log);
            if (said.lines().anyMatch("ready"::equals)) {
                sip = find(said, "sip udp\\+tcp (\\S+)");
                http = find(said, "http (\\S+)");
                return;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new IOException("the server did not become ready; it said:\n" + Files.readString(log));
    }

    private static String find(String text, String pattern) throws IOException {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) {
            throw new IOException("no line like '" + pattern + "' in what the server said:\n" + text);
        }
        return matcher.group(1);
    }

    String sip() {
        return sip;
    }

    Snapshot snapshot() throws IOException, InterruptedException {
        return Snapshot.of(System.nanoTime(), Scrape.of(client, http), process.pid());
    }

    @Override
    public void close() {
        // A second signal ends the calls that are still there.
        process.destroy();
        try {
            if (!process.waitFor(1, TimeUnit.SECONDS)) {
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
