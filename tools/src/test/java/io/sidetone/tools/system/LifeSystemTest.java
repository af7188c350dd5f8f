package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Start, refusal to start, drain, stop: what systemd sees. */
@Tag("CARD-09")
class LifeSystemTest {
    @TempDir
    private Path folder;

    @Test
    void shouldStopAtOnceWhenIdle() throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, 10)) {
            assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
            server.terminate();
            assertThat(server.awaitExit(30)).isZero();
        }
    }

    /** Loading them takes half a second, and the first caller who wants an action would wait for it in silence. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLoadWhatTheFirstActionNeedsBeforeItIsReadyWhereThereAreActions(boolean actions) throws Exception {
        Path classes = folder.resolve("classes.log");
        Path output = folder.resolve("output.log");
        Path config = Files.writeString(
                folder.resolve("c.yaml"),
                """
                sip: {port: 0}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                actions: {%s}
                """
                        .formatted(
                                LeasedPorts.server(10),
                                actions
                                        ? "book: {type: webhook, url: 'http://127.0.0.1:9/', description: Books.}"
                                        : ""));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-Xmx512m",
                        "-Xlog:class+load:file=" + classes,
                        "-jar",
                        ServerProcess.jar().toString(),
                        "serve",
                        "-c",
                        config.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            awaitReady(process, output);
            List<String> loaded = List.of(
                    " io.sidetone.server.actions.webhook.Delivery ",
                    " io.sidetone.server.actions.webhook.WebhookAnswer ",
                    " io.sidetone.server.actions.webhook.WebhookSignature ",
                    " jdk.internal.net.http.HttpClientImpl ");
            if (actions) {
                assertThat(read(classes)).contains(loaded).contains(" io.sidetone.server.actions.ActionSchema ");
            } else {
                assertThat(read(classes)).doesNotContain(loaded);
            }
        } finally {
            process.destroy();
            process.waitFor(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldPrintWhatListensAndWhatElseRunsInTheirOrderBeforeItIsReady() throws Exception {
        Path output = folder.resolve("output.log");
        Path config = Files.writeString(
                folder.resolve("c.yaml"),
                """
                sip: {port: 0}
                http: {port: 0, token: geheim}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                store: {dir: store}
                streams:
                  audiosocket: {enabled: true, bind: 127.0.0.1, port: 0, ids: 6f9619ff-8b86-d011-b42d-00cf4fc964ff}
                subscribers: [{name: crm, url: "http://127.0.0.1:9/events", secret: 0123456789abcdef}]
                engines: {mock: {type: mock}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """
                        .formatted(LeasedPorts.server(10)));
        Process process = ServerProcess.launch(output, "serve", "-c", config.toString());
        try {
            awaitReady(process, output);
            assertThat(read(output)
                            .lines()
                            .filter(line -> !line.matches("\\d{4}-\\d\\d-.*"))
                            .map(line -> line.replaceAll(":\\d{4,5}(-\\d+)?$", ":PORT")
                                    .replace(folder.toString(), "FOLDER"))
                            .takeWhile(line -> !line.isEmpty()))
                    .containsExactly(
                            "sip udp+tcp 127.0.0.1:PORT",
                            "rtp udp 127.0.0.1:PORT",
                            "http 127.0.0.1:PORT",
                            "audiosocket tcp 127.0.0.1:PORT",
                            "store jdbc:h2:file:FOLDER/store/calls",
                            "subscriber crm http://127.0.0.1:9",
                            "ready");
        } finally {
            process.destroy();
            process.waitFor(20, TimeUnit.SECONDS);
        }
    }

    private static void awaitReady(Process process, Path output) throws InterruptedException {
        ServerProcess.awaitOrFail(
                "'ready'", 60, () -> read(output).lines().anyMatch("ready"::equals) || !process.isAlive());
        assertThat(read(output).lines()).contains("ready");
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            return "";
        }
    }

    @Test
    void shouldFinishRunningCallsAndTurnNewOnesAwayWhenTerminated() throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, 10)) {
            Sipp sipp = new Sipp(folder, server);
            CallerMedia.quietLine(folder.resolve("caller.ul"));
            Sipp.Running running = sipp.start("answer-rtp.xml", "desk", 2, "-d", "6000");
            awaitCalls(server, 2);
            server.terminate();
            ServerProcess.awaitOrFail(
                    "503 of /readyz",
                    30,
                    () -> ServerProcess.quietly(() -> server.get("/readyz").statusCode()) == 503);
            sipp.run("turned-away.xml", "desk", 2);
            assertThat(server.process().isAlive()).isTrue();
            running.awaitSuccess();
            assertThat(server.awaitExit(30)).isZero();
        }
    }

    @Test
    void shouldEndCallsWhenTerminatedTwice() throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, 10)) {
            Sipp.Running calls = new Sipp(folder, server).start("server-hangs-up.xml", "desk", 3);
            // The greeting begins with the caller's ACK: from then on a call is ended by BYE.
            ServerProcess.awaitOrFail("three greetings", 30, () -> speaking(server) == 3);
            server.terminate();
            ServerProcess.awaitOrFail("the drain", 30, () -> server.output().contains("Draining"));
            server.terminate();
            assertThat(server.awaitExit(30)).isZero();
            calls.awaitSuccess();
        }
    }

    @Test
    void shouldSayWhichAddressIsTaken() throws Exception {
        try (DatagramSocket taken = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            String output = refused(69, "sip: {port: " + taken.getLocalPort() + "}\n");
            assertThat(output).contains(Integer.toString(taken.getLocalPort()));
        }
    }

    @Test
    void shouldListEveryProblemOfAConfiguration() throws Exception {
        String output = refused(78, "sip: {port: 70000}\nlimits: {max-cals: 3}\n");
        assertThat(output)
                .contains("sip.port")
                .contains("70000")
                .contains("max-cals")
                .contains("max-calls");
    }

    private String refused(int code, String configuration) throws Exception {
        Path config = Files.writeString(
                folder.resolve("refused.yaml"),
                configuration
                        + """
                        http: {port: 0}
                        engines: {mock: {type: mock}}
                        agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                        """);
        Path output = folder.resolve("refused.log");
        Process process = ServerProcess.launch(output, "serve", "-c", config.toString());
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        String said = Files.readString(output);
        assertThat(ended).as("ended by itself\n%s", said).isTrue();
        assertThat(process.exitValue()).as(said).isEqualTo(code);
        assertThat(said).doesNotContain("\tat ");
        return said;
    }

    private static double speaking(ServerProcess server) {
        return ServerProcess.quietly(
                () -> server.get("/api/calls").body().split("\"state\":\"SPEAKING\"", -1).length - 1);
    }

    private static void awaitCalls(ServerProcess server, int calls) throws InterruptedException {
        ServerProcess.awaitOrFail(
                calls + " calls",
                30,
                () -> ServerProcess.quietly(() -> server.metric("sidetone_calls_active")) == calls);
    }
}
