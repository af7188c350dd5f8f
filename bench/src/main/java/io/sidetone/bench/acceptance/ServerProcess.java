package io.sidetone.bench.acceptance;

import io.sidetone.bench.Scrape;
import io.sidetone.server.softphone.call.PhoneCall;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The server that is shipped, in a process of its own, on free ports, with the mock engines. */
final class ServerProcess implements AutoCloseable {
    private static final String CONFIGURATION =
            """
            sip: {bind: 127.0.0.1, port: 0}
            rtp: {ports: 27000-27999}
            http: {bind: 127.0.0.1, port: 0}
            engines: {mock: {type: mock}}
            agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
            """;
    private static final String SIP_LINE = "sip udp+tcp ";
    private static final String HTTP_LINE = "http ";
    private static final long STOP_SECONDS = 10;

    private final Process process;
    private final Path folder;
    private String sipAddress = "";
    private String httpAddress = "";

    private ServerProcess(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /**
     * Starts a server and waits until it is ready. Flags come from {@code SIDETONE_SERVER_FLAGS}.
     *
     * @throws IOException when it does not get ready; with what it said
     */
    static ServerProcess start() throws IOException {
        Path folder = Files.createTempDirectory("sidetone-acceptance");
        Path configuration = Files.writeString(folder.resolve("sidetone.yaml"), CONFIGURATION);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags());
        command.addAll(List.of("-jar", jar().toString(), "serve", "-c", configuration.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(folder.resolve("server.log").toFile())
                .start();
        ServerProcess server = new ServerProcess(process, folder);
        try {
            server.awaitReady();
        } catch (IOException e) {
            server.close();
            throw e;
        }
        return server;
    }

    /** As scripts/run starts it: ZGC, generational where it is a choice. */
    private static List<String> flags() {
        String given = System.getenv("SIDETONE_SERVER_FLAGS");
        if (given != null && !given.isBlank()) {
            return List.of(given.strip().split("\\s+"));
        }
        int feature = Runtime.version().feature();
        return feature == 21 || feature == 22 ? List.of("-XX:+UseZGC", "-XX:+ZGenerational") : List.of("-XX:+UseZGC");
    }

    private static Path jar() throws IOException {
        try {
            return Path.of(PhoneCall.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IOException("the server's JAR cannot be found: " + e.getMessage(), e);
        }
    }

    private void awaitReady() throws IOException {
        StringBuilder said = new StringBuilder();
        BufferedReader out = new BufferedReader(process.inputReader(StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            said.append(line).append('\n');
            if (line.startsWith(SIP_LINE)) {
                sipAddress = line.substring(SIP_LINE.length());
            }
            if (line.startsWith(HTTP_LINE)) {
                httpAddress = line.substring(HTTP_LINE.length());
            }
            if (line.equals("ready")) {
                return;
            }
        }
        throw new IOException(
                "the server did not get ready; it said:\n" + said + Files.readString(folder.resolve("server.log")));
    }

    /** Returns what to dial. */
    String uri() {
        return "sip:desk@" + sipAddress;
    }

    /** Returns where its HTTP listens, {@code HOST:PORT}. */
    String http() {
        return httpAddress;
    }

    /** Returns what the server counted so far. */
    Scrape scrape() throws IOException, InterruptedException {
        return Scrape.of(HttpClient.newHttpClient(), httpAddress);
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        // The server keeps its call store beside its configuration.
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
