package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGHUP to the JAR that ships: new calls get the new file, running ones their policies, a wrong file changes nothing. */
@Tag("CARD-09")
class ReloadSystemTest {
    private static final String CONFIG =
            """
            sip: {port: 0}
            http: {port: 0}
            rtp: {ports: %s}
            limits: {max-calls: 10}
            engines: {mock: {type: mock, greeting: This is the first greeting and it takes a while to say.}}
            policies: {calm: {endSilenceMs: 900}}
            agents:
              desk: {policy: calm, recognizer: mock, dialogue: mock, synthesizer: mock}
            """
                    .formatted(LeasedPorts.server(10));

    @TempDir
    private Path folder;

    private ServerProcess server;

    @BeforeAll
    static void hearHangUps() throws IOException {
        HangUp.assumeHeard();
    }

    @BeforeEach
    void start() throws Exception {
        server = ServerProcess.startConfigured(folder, CONFIG);
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private void write(String config) throws IOException {
        Files.writeString(folder.resolve("sidetone.yaml"), JournaledConfig.of(config, server.journals()));
    }

    private long said(String words) {
        return server.output().lines().filter(line -> line.contains(words)).count();
    }

    private void awaitSaid(String words, long times) throws InterruptedException {
        ServerProcess.awaitOrFail(
                times + " times '" + words + "'; it said:\n" + server.output(),
                30,
                () -> said(words) >= times || !server.process().isAlive());
        assertThat(server.process().isAlive())
                .as("alive; output:\n%s", server.output())
                .isTrue();
        assertThat(said(words)).as(words).isEqualTo(times);
    }

    private String firstWords(RealCall call) throws Exception {
        call.await("the agent", entry -> entry.kind().equals("agent"));
        return RealCall.all(call.timeline(), "agent").get(0).text();
    }

    @Test
    @Tag("ITE-REQ-005")
    void shouldGiveNewCallsTheNewFileAndRunningOnesTheirPolicies() throws Exception {
        RealCall running = RealCall.dial(server, "desk", List.of());
        running.await("the greeting", entry -> entry.text().contains("SPEAKING"));
        write(
                CONFIG.replace("endSilenceMs: 900", "endSilenceMs: 640, profile: assertive")
                                .replace("first greeting", "second greeting")
                                .replace("engines: {", "engines: {other: {type: mock, greeting: This is sales.}, ")
                        + """
                  sales: {match: {called: [sales]}, recognizer: mock, dialogue: other, synthesizer: mock}
                """);
        HangUp.send(server);
        awaitSaid("Reloaded", 1);
        assertThat(said("another policy: 1")).as(server.output()).isEqualTo(1);
        running.await(
                "its new policy",
                entry -> entry.kind().equals("policy") && entry.text().contains("assertive"));
        assertThat(server.metric("sidetone_older_configurations")).isEqualTo(1);
        assertThat(firstWords(running)).as("a running call goes on").contains("first greeting");
        running.hangUp();
        running.completed();
        server.awaitIdle();

        RealCall next = RealCall.dial(server, "desk", List.of());
        assertThat(firstWords(next)).contains("second greeting");
        next.hangUp();
        next.completed();
        server.awaitIdle();
        RealCall sales = RealCall.dial(server, "sales", List.of());
        assertThat(firstWords(sales)).contains("This is sales.");
        sales.hangUp();
        sales.completed();
        ServerProcess.awaitOrFail(
                "the end of what the first call used",
                30,
                () -> ServerProcess.quietly(() -> server.metric("sidetone_older_configurations")) == 0);
        server.awaitIdle();
        server.assertUnharmed();
        assertReplays(running.callId());
    }

    /** A policy that comes by a reload is an event of the lane: the call replays to the same outputs. */
    private void assertReplays(String callId) throws Exception {
        Path journal = server.journals().resolve(callId + ".journal");
        ServerProcess.awaitOrFail("the journal " + journal, 20, () -> Files.exists(journal));
        Path output = folder.resolve("replay.log");
        Process replay = ServerProcess.launch(output, "replay", "--verify", journal.toString());
        assertThat(replay.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(replay.exitValue()).as(Files.readString(output)).isZero();
    }

    @Test
    void shouldChangeNothingAndSayEveryProblemWhenTheFileIsWrong() throws Exception {
        RealCall running = RealCall.dial(server, "desk", List.of());
        write(CONFIG.replace("first greeting", "second greeting")
                .replace("http: {port: 0}", "http: {port: 70000}")
                .replace("policy: calm", "policy: wild"));
        HangUp.send(server);
        awaitSaid("; nothing was changed", 1);
        assertThat(server.output())
                .containsPattern("ERROR reload http\\.port: .*70000.*; ")
                .containsPattern("ERROR reload agents\\.desk\\.policy: .*wild.*; ");
        assertThat(firstWords(running)).contains("first greeting");
        running.hangUp();
        running.completed();
        server.awaitIdle();
        RealCall next = RealCall.dial(server, "desk", List.of());
        assertThat(firstWords(next)).contains("first greeting");
        next.hangUp();
        next.completed();
        assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
        assertThat(server.metric("sidetone_reloads_total", "outcome=\"refused\""))
                .isEqualTo(1);
        server.awaitIdle();
        server.assertUnharmed();
    }

    @Test
    void shouldNameInOneLineWhatWaitsForARestart() throws Exception {
        write(CONFIG.replace("http: {port: 0}", "http: {port: 8099}").replace("max-calls: 10", "max-calls: 11"));
        HangUp.send(server);
        awaitSaid("Reloaded", 1);
        awaitSaid("Unchanged until a restart: http.max-connections, http.port, limits.max-calls", 1);
        server.assertUnharmed();
    }

    @Test
    void shouldLeakNothingOverAHundredReloads() throws Exception {
        reload(1);
        server.get("/metrics");
        long threads = entries("task");
        long files = entries("fd");
        for (int i = 2; i <= 101; i++) {
            reload(i);
        }
        ServerProcess.awaitOrFail(
                "the end of older configurations",
                30,
                () -> ServerProcess.quietly(() -> server.metric("sidetone_older_configurations")) == 0);
        ServerProcess.awaitOrFail("the end of their threads", 30, () -> entries("task") <= threads + 3);
        ServerProcess.awaitOrFail("the end of their files", 30, () -> entries("fd") <= files + 8);
        server.assertUnharmed();
    }

    private void reload(int times) throws Exception {
        HangUp.send(server);
        awaitSaid("Reloaded", times);
    }

    /** What the kernel has open for the server; 0 where the kernel does not say. */
    private long entries(String kind) {
        String[] entries =
                Path.of("/proc/" + server.process().pid(), kind).toFile().list();
        return entries == null ? 0 : entries.length;
    }
}
