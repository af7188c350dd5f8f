package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The JAR and the unit that ship, under a real systemd: start, reload, drain, crash, and a file that is wrong. */
@Tag("CARD-09")
class SystemdSystemTest {
    private static final String UNIT = "sidetone.service";
    private static final String CONFIG =
            """
            sip: {port: 0}
            http: {port: 0}
            rtp: {ports: %s}
            limits: {max-calls: 10}
            engines: {mock: {type: mock}}
            agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
            """
                    .formatted(LeasedPorts.server(10));

    private static PrivateSystemd systemd;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        skipIf(PrivateSystemd.missing());
        Path root = Path.of(System.getProperty("sidetone.root"));
        Path folder = Files.createDirectories(
                root.resolve("server/target/systemd-" + ProcessHandle.current().pid()));
        systemd = PrivateSystemd.start(folder, UNIT, unit(root));
        skipIf(systemd.refused());
        // As docs/operations.md says: this replaces the flags of the unit.
        systemd.write("environment", "JAVA_OPTS=-Xmx256m -XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError\n");
    }

    private static void skipIf(Optional<String> reason) {
        reason.ifPresent(why -> System.out.println("SystemdSystemTest is skipped: " + why));
        assumeTrue(reason.isEmpty(), () -> reason.orElse(""));
    }

    /** The unit that ships, with other folders, and its words in a file. */
    private static String unit(Path root) throws Exception {
        String shipped = Files.readString(root.resolve("config/systemd/sidetone.service"))
                .replace("/opt/sidetone/", PrivateSystemd.HOME + "/")
                .replace("/etc/sidetone/", PrivateSystemd.HOME + "/");
        String java = Files.isExecutable(Path.of("/usr/bin/java"))
                ? shipped
                : shipped.replace("/usr/bin/java", System.getProperty("java.home") + "/bin/java");
        String log = "append:" + PrivateSystemd.HOME + "/log";
        return java + "\n[Service]\nStandardOutput=" + log + "\nStandardError=" + log + "\n";
    }

    @AfterEach
    void stopTheServer() throws Exception {
        systemd.systemctl("stop", UNIT);
        systemd.systemctl("reset-failed", UNIT);
        systemd.write("log", "");
    }

    @AfterAll
    static void stop() throws Exception {
        if (systemd != null) {
            systemd.close();
        }
    }

    private static void startWith(String config) throws Exception {
        systemd.write("sidetone.yaml", config);
        assertThat(systemd.systemctl("start", UNIT))
                .extracting(PrivateSystemd.Said::code)
                .isEqualTo(0);
    }

    private static void awaitReady(int times) throws InterruptedException {
        ServerProcess.awaitOrFail(
                "'ready' for the " + times + ". time",
                60,
                () -> systemd.read("log").lines().filter("ready"::equals).count() == times);
    }

    private static String property(String name) throws Exception {
        return systemd.property(UNIT, name);
    }

    private static void awaitProperty(String name, String value) throws InterruptedException {
        ServerProcess.awaitOrFail(name + "=" + value, 60, () -> {
            try {
                return property(name).equals(value);
            } catch (Exception e) {
                return false;
            }
        });
    }

    private static String address(String listener) {
        Matcher line = Pattern.compile("(?m)^" + listener + " (\\S+)$").matcher(systemd.read("log"));
        assertThat(line.find()).as("%s in\n%s", listener, systemd.read("log")).isTrue();
        return line.group(1);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://" + address("http") + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @Tag("CARD-09.a")
    @Tag("CARD-09.b")
    void shouldStartReloadAndStop() throws Exception {
        startWith(CONFIG);
        awaitReady(1);
        String pid = property("MainPID");
        assertThat(get("/readyz").statusCode()).isEqualTo(200);

        systemd.write("sidetone.yaml", CONFIG + "policies: {slow: {endSilenceMs: 900}}\n");
        PrivateSystemd.Said good = systemd.systemctl("reload", UNIT);
        assertThat(good.code()).as(good.text()).isZero();
        ServerProcess.awaitOrFail(
                "the reload", 30, () -> systemd.read("log").contains("Reloaded " + PrivateSystemd.HOME));
        assertThat(get("/api/policies").body()).contains("slow");

        systemd.write("sidetone.yaml", CONFIG.replace("sip: {port: 0}", "sip: {port: 70000}"));
        assertThat(systemd.systemctl("reload", UNIT).code()).as("a wrong file").isNotZero();
        assertThat(systemd.read("log").lines()).anyMatch(line -> line.startsWith("sip.port: "));
        assertThat(property("ActiveState")).isEqualTo("active");
        assertThat(property("MainPID")).as("the same process").isEqualTo(pid);
        assertThat(systemd.read("log")).as("the server did not hear of it").doesNotContain("Reload refused");

        assertThat(systemd.systemctl("stop", UNIT).code()).isZero();
        assertThat(property("Result")).isEqualTo("success");
        assertThat(property("ExecMainStatus")).isEqualTo("0");
    }

    @Test
    @Tag("CARD-09.d")
    void shouldComeBackAfterACrash() throws Exception {
        startWith(CONFIG);
        awaitReady(1);
        systemd.systemctl("kill", "-s", "KILL", UNIT);
        awaitReady(2);
        awaitProperty("ActiveState", "active");
        assertThat(property("NRestarts")).isEqualTo("1");
        String log = systemd.read("log");
        systemd.write("log", log.substring(log.indexOf("ready")));
        assertThat(get("/readyz").statusCode()).isEqualTo(200);
    }

    @Test
    @Tag("CARD-09.c")
    void shouldLetACallEndBeforeItStops() throws Exception {
        startWith(CONFIG);
        awaitReady(1);
        Path folder = Files.createTempDirectory("systemd-call");
        Path script = Files.writeString(folder.resolve("script"), "at 6000: hangup\n");
        Process call = ServerProcess.launch(
                folder.resolve("call.log"),
                "call",
                "sip:desk@" + address("sip udp\\+tcp"),
                "--script",
                script.toString());
        ServerProcess.awaitOrFail("a call", 30, () -> ServerProcess.quietly(this::calls) == 1);
        assertThat(systemd.systemctl("stop", "--no-block", UNIT).code()).isZero();
        awaitProperty("ActiveState", "deactivating");
        ServerProcess.awaitOrFail("the drain", 30, () -> systemd.read("log").contains("Draining"));
        assertThat(get("/readyz").statusCode()).isEqualTo(503);
        assertThat(call.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(call.exitValue())
                .as(Files.readString(folder.resolve("call.log")))
                .isZero();
        awaitProperty("ActiveState", "inactive");
        assertThat(property("Result")).isEqualTo("success");
        assertThat(property("ExecMainStatus")).isEqualTo("0");
    }

    private double calls() throws IOException, InterruptedException {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("sidetone_calls_active "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Test
    void shouldNotBeTriedAgainWhenItsFileIsWrong() throws Exception {
        startWith(CONFIG.replace("sip: {port: 0}", "sip: {port: 70000}"));
        awaitProperty("ActiveState", "failed");
        assertThat(property("ExecMainStatus")).isEqualTo("78");
        assertThat(property("NRestarts")).isEqualTo("0");
        assertThat(systemd.read("log").lines()).anyMatch(line -> line.startsWith("sip.port: "));
    }
}
