package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * The JAR that ships, running {@code serve} on free loopback ports, as an operator would run it. Servers take turns on the
 * JVMs of {@code SIDETONE_TEST_JVMS} (homes, parted like a path), else run on this one. Their calls are journaled, for
 * {@code scripts/test} to replay.
 */
final class ServerProcess implements AutoCloseable {
    private static final long START_LIMIT_S = 60;
    private static final int KILLED = 128 + 9;
    private static final Pattern CALL_ID = Pattern.compile("\"callId\":\"([0-9A-Z]{26})\"");
    private static final AtomicInteger STARTS = new AtomicInteger(Integer.getInteger("sidetone.fork", 0));
    private static final String JVMS = System.getenv("SIDETONE_TEST_JVMS");

    private final HttpClient client;
    private final Process process;
    private final Path output;
    private final Path journals;
    private final String sip;
    private final String http;
    private final String scheme;
    private String authorization = "";
    private final ServerLaws laws;

    private ServerProcess(Process process, Path output, Path journals, String yaml) throws InterruptedException {
        this.process = process;
        this.output = output;
        this.journals = journals;
        awaitOrFail(
                "the line 'ready'",
                START_LIMIT_S,
                () -> output().lines().anyMatch("ready"::equals) || !process.isAlive());
        assertThat(output().lines())
                .as("output of the server on %s", process.info().command().orElse("its JVM"))
                .contains("ready");
        this.sip = find("sip udp\\+tcp (\\S+)");
        this.scheme = find("(?m)^(https?) ");
        this.http = find("(?m)^https? (\\S+)");
        this.client = scheme.equals("https")
                ? trusting()
                : HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
        this.laws = new ServerLaws(client, scheme + "://" + http, yaml);
    }

    /** Whatever certificate the server shows: its address is what a test knows it by. */
    private static HttpClient trusting() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
            return HttpClient.newBuilder()
                    .sslContext(context)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A client that connects to it, over TLS too. */
    HttpClient client() {
        return client;
    }

    /** A server with mock engines and the agents {@code desk} and {@code ring}, which lets calls ring. */
    static ServerProcess start(Path folder, int maxCalls) throws Exception {
        return start(folder, maxCalls, "");
    }

    /** The same with {@code more} configuration. */
    static ServerProcess start(Path folder, int maxCalls, String more) throws Exception {
        return startWith(
                folder,
                maxCalls,
                """
                engines: {mock: {type: mock}}
                agents:
                  ring: {match: {called: [ring]}, answer-after: 20s,
                         recognizer: mock, dialogue: mock, synthesizer: mock}
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        + more);
    }

    /** A server with the engines and agents of {@code agents}. */
    static ServerProcess startWith(Path folder, String agents) throws Exception {
        return startWith(folder, 10, agents);
    }

    private static ServerProcess startWith(Path folder, int maxCalls, String agents) throws Exception {
        return startConfigured(
                folder,
                """
                sip: {port: 0}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: %d}
                """
                                .formatted(LeasedPorts.server(maxCalls), maxCalls)
                        + agents);
    }

    /** The same server as its operator asks it: requests carry {@code http.token}. */
    ServerProcess with(String httpToken) {
        authorization = "Bearer " + httpToken;
        return this;
    }

    /** A server with {@code yaml} and nothing else. */
    static ServerProcess startConfigured(Path folder, String yaml) throws Exception {
        String[] jvms = JVMS == null || JVMS.isBlank()
                ? new String[] {System.getProperty("java.home")}
                : JVMS.split(File.pathSeparator);
        int start = STARTS.getAndIncrement();
        Path jvm = Path.of(jvms[start % jvms.length]);
        String server = release(jvm) + "/" + ProcessHandle.current().pid() + "-" + start;
        Path journals = jar().resolveSibling("journals").resolve(server);
        Path config = Files.writeString(folder.resolve("sidetone.yaml"), JournaledConfig.of(yaml, journals));
        Path output = folder.resolve("server.log");
        return new ServerProcess(launchOn(jvm, output, "serve", "-c", config.toString()), output, journals, yaml);
    }

    /** The feature release of a JVM: {@code 17}. */
    private static String release(Path jvm) throws IOException {
        Path release = jvm.resolve("release");
        String version = Files.isReadable(release) ? Files.readString(release) : "";
        Matcher matcher = Pattern.compile("JAVA_VERSION=\"(\\d+)").matcher(version);
        return matcher.find() ? matcher.group(1) : jvm.getFileName().toString();
    }

    /** Runs the JAR with {@code arguments}; what it says goes to {@code output}. */
    static Process launch(Path output, String... arguments) throws IOException {
        return launchOn(Path.of(System.getProperty("java.home")), output, arguments);
    }

    private static Process launchOn(Path jvm, Path output, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(jvm.resolve("bin/java").toString());
        // A server lives for seconds here: compiling and collecting for the long run would take the processor from the
        // calls of other tests. With a small young generation, and until its classes have the room that they need
        // anyway, it
        // would stand still for 50 to 200 ms again and again.
        List<String> options = List.of(
                "-Xmx512m",
                "-Xms256m",
                "-Xmn128m",
                "-XX:MetaspaceSize=128m",
                "-ea",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dio.netty.leakDetection.level=simple");
        command.addAll(options);
        command.addAll(ClassArchive.options(jvm, options, jar()));
        command.addAll(List.of("-jar", jar().toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    static Path jar() {
        Path jar = Path.of(System.getProperty("sidetone.root")).resolve("server/target/sidetone.jar");
        assertThat(jar).as("the JAR; mvn package builds it").isRegularFile();
        return jar;
    }

    String sip() {
        return sip;
    }

    /** Where its calls are journaled. */
    Path journals() {
        return journals;
    }

    String http() {
        return http;
    }

    int sipPort() {
        return Integer.parseInt(sip.substring(sip.lastIndexOf(':') + 1));
    }

    Process process() {
        return process;
    }

    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            return "";
        }
    }

    private String find(String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(output());
        assertThat(matcher.find()).as("'%s' in\n%s", pattern, output()).isTrue();
        return matcher.group(1);
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(scheme + "://" + http + path)).timeout(Duration.ofSeconds(10));
        return authorization.isEmpty() ? request : request.header("Authorization", authorization);
    }

    /** The answer to a GET, in bytes. */
    HttpResponse<byte[]> bytes(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    /** The answer to a GET. */
    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Posts JSON and returns the answer. */
    HttpResponse<String> post(String path, String json) throws IOException, InterruptedException {
        return client.send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** The answer to a DELETE. */
    HttpResponse<String> delete(String path) throws IOException, InterruptedException {
        return client.send(request(path).DELETE().build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The sum of a metric over the label sets that contain {@code label}; 0 when there is none. */
    double metric(String name, String label) throws IOException, InterruptedException {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> line.contains(label))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    double metric(String name) throws IOException, InterruptedException {
        return metric(name, "");
    }

    /** Returns the id of the call that is there, once the list of calls shows {@code and}. */
    String awaitCall(String and) throws InterruptedException {
        String[] id = new String[1];
        awaitOrFail("a call " + and, 20, () -> {
            String calls = body("/api/calls");
            Matcher matcher = CALL_ID.matcher(calls);
            if (matcher.find() && calls.contains(and)) {
                id[0] = matcher.group(1);
            }
            return id[0] != null;
        });
        return id[0];
    }

    /** What {@code path} answers; empty while it does not. */
    String body(String path) {
        try {
            return get(path).body();
        } catch (IOException | InterruptedException e) {
            return "";
        }
    }

    /** Everything the server tells of one call. */
    String detail(String id) throws IOException, InterruptedException {
        HttpResponse<String> answer = get("/api/calls/" + id);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    /** Waits until every call has been released. */
    void awaitIdle() throws InterruptedException {
        awaitOrFail("the release of all calls", 30, () -> quietly(() -> metric("sidetone_calls_active")) == 0);
    }

    /** Waits until every call has been released, looks at what must hold, and ends the server. */
    void closeUnharmed() throws IOException, InterruptedException {
        try (ServerProcess ending = this) {
            ending.awaitIdle();
            ending.assertUnharmed();
        }
    }

    /** What must hold of a server whatever was done to it. */
    void assertUnharmed() throws IOException, InterruptedException {
        assertThat(process.isAlive()).as("alive; output:\n%s", output()).isTrue();
        assertThat(output()).as("buffers that were not released").doesNotContain("LEAK: ");
        assertThat(get("/healthz").statusCode()).isEqualTo(200);
        assertThat(metric("sidetone_call_faults_total"))
                .as("calls ended by a fault")
                .isZero();
        assertThat(metric("sidetone_stale_frames_sent_total"))
                .as("stale frames")
                .isZero();
        assertThat(metric("sidetone_turn_token_violations_total")).isZero();
        assertThat(metric("sidetone_release_timeouts_total")).isZero();
        assertThat(metric("sidetone_rtp_events_total", "handler_error")).isZero();
        assertThat(metric("sidetone_sip_events_total", "listener_failed")).isZero();
    }

    /** The test asks for what a state does not allow. */
    ServerProcess expectingRefusals() {
        laws.expectRefusals();
        return this;
    }

    /** SIGTERM; what no run may show is looked at before. */
    void terminate() {
        try {
            laws.hold(output());
        } finally {
            process.destroy();
        }
    }

    /** Waits for the process to end; returns its exit code. */
    int awaitExit(long seconds) throws InterruptedException {
        boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
        assertThat(ended)
                .as("ended within %d s; output:\n%s", seconds, output())
                .isTrue();
        return process.exitValue();
    }

    /** Ends the server; what no run may show is looked at before. */
    @Override
    public void close() {
        try {
            laws.hold(output());
        } finally {
            end();
        }
    }

    private void end() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            } else if (process.exitValue() == KILLED) {
                keepApart();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** What a test killed could not end its journals: they are whole up to there only. */
    private void keepApart() {
        Path cut = jar().resolveSibling("journals-cut").resolve(journals.getFileName());
        try {
            if (Files.isDirectory(journals)) {
                Files.createDirectories(cut.getParent());
                Files.move(journals, cut);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A number that may not be there yet. */
    interface Reading {
        double take() throws IOException, InterruptedException;
    }

    static double quietly(Reading reading) {
        try {
            return reading.take();
        } catch (IOException | InterruptedException e) {
            return Double.NaN;
        }
    }

    /** The same; a failure shows what this server has printed. */
    void await(String what, long seconds, BooleanSupplier so) throws InterruptedException {
        try {
            awaitOrFail(what, seconds, so);
        } catch (AssertionError late) {
            throw new AssertionError(late.getMessage() + "\noutput:\n" + output(), late);
        }
    }

    /** Looks every 50 ms until it is so; a process of its own gives no event to wait for. */
    static void awaitOrFail(String what, long seconds, BooleanSupplier so) throws InterruptedException {
        long limitNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!so.getAsBoolean()) {
            assertThat(System.nanoTime() - limitNs)
                    .as("waited %d s for %s", seconds, what)
                    .isNegative();
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }
}
