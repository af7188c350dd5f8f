package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trunks that are called: registered at Kamailio and at sipp, asked by OPTIONS, checked from the command line. */
@Tag("CARD-08")
class RegistrationSystemTest {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private static String yaml(String trunk) {
        return """
                sip:
                  port: 0
                  trunks: [{name: pbx, %s}]
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                .formatted(trunk, LeasedPorts.server(10));
    }

    private static double trunk(ServerProcess server, String figure) {
        return ServerProcess.quietly(() -> server.metric("sidetone_trunk_" + figure, "\"pbx\""));
    }

    @ParameterizedTest
    @CsvSource({"udp, MD5", "tcp, SHA-256"})
    void shouldTakeCallsFromTheKamailioItIsRegisteredAt(String transport, String algorithm) throws Exception {
        try (KamailioProcess kamailio = KamailioProcess.start(folder, algorithm)) {
            String trunk = "to: 'sip:" + kamailio.address() + ";transport=" + transport
                    + "', username: '4930', password: secret, from-domain: sip.test, register: true, options-interval: 1s";
            try (ServerProcess server = ServerProcess.startConfigured(folder, yaml(trunk))) {
                server.await("a registration\n" + kamailio.log(), 20, () -> trunk(server, "registered") == 1);
                server.await("an answer to OPTIONS", 20, () -> trunk(server, "up") == 1);
                new Sipp(folder, kamailio.address()).run("answer-bye.xml", "4930", 3, "-d", "300");
                server.awaitIdle();
                assertThat(server.metric("sidetone_calls_ended_total")).isEqualTo(3);
                assertThat(server.get("/api/trunks").body())
                        .contains("\"name\":\"pbx\"")
                        .contains("\"health\":\"up\"")
                        .contains("\"registration\":\"registered\"")
                        .contains("\"server\":\"" + transport + " " + kamailio.address() + "\"")
                        .doesNotContain("secret");
                server.assertUnharmed();
            }
            assertThat(kamailio.log()).contains("saved 4930 expires 600").contains("saved 4930 expires 0");
        }
    }

    @Test
    void shouldRegisterAtSippAsItWantsItAndTakeItBack() throws Exception {
        int port = LeasedPorts.listener();
        Sipp.Running registrar =
                new Sipp(folder, "127.0.0.1:9").start("registrar.xml", "x", 1, "-p", Integer.toString(port));
        String trunk = "to: 'sip:127.0.0.1:" + port
                + "', username: '4930', password: secret, from-domain: sip.test, register: true, options-interval: 0s";
        try (ServerProcess server = ServerProcess.startConfigured(folder, yaml(trunk))) {
            server.await("a registration", 20, () -> trunk(server, "registered") == 1);
            server.await(
                    "a refresh",
                    20,
                    () -> ServerProcess.quietly(
                                    () -> server.metric("sidetone_sip_core_events_total", "\"client_transactions\""))
                            >= 4);
            server.await("its answer", 20, () -> trunk(server, "registered") == 1);
        }
        registrar.awaitSuccess();
    }

    @Test
    void shouldBeReadyForCallsInAndNotOutWhileNoTrunkAnswers() throws Exception {
        String trunk = "to: 'sip:127.0.0.1:" + LeasedPorts.listener() + ";transport=tcp', options-interval: 500ms";
        try (ServerProcess server = ServerProcess.startConfigured(folder, yaml(trunk))) {
            server.await("the trunk to be down", 30, () -> trunk(server, "up") == 0);
            assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
            assertThat(server.get("/readyz?out").statusCode()).isEqualTo(503);
            assertThat(server.get("/readyz?out").body())
                    .contains("trunk pbx did not answer")
                    .contains("nothing listens");
        }
    }

    private String check(String trunk, int exitCode) throws Exception {
        Path config = Files.writeString(folder.resolve("check.yaml"), yaml(trunk));
        Path output = folder.resolve("check.out");
        Process check = ServerProcess.launch(output, "check-trunks", "-c", config.toString(), "pbx");
        assertThat(check.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String said = text(output);
        assertThat(check.exitValue()).as(said).isEqualTo(exitCode);
        return said;
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file);
    }

    @Test
    void shouldCheckTrunksAndNameRemedies() throws Exception {
        try (KamailioProcess kamailio = KamailioProcess.start(folder, "MD5")) {
            String to =
                    "to: 'sip:" + kamailio.address() + "', username: '4930', from-domain: sip.test, register: true, ";
            assertThat(check(to + "password: secret", 0))
                    .contains("pbx: dns ok: udp " + kamailio.address())
                    .contains("pbx: options ok: udp " + kamailio.address() + " answers 200 OK in ")
                    .contains("pbx: digest ok: the password was asked for and is right")
                    .contains("pbx: register ok: known, with 0 contacts");
            assertThat(check(to + "password: wrong", 1))
                    .contains(
                            "pbx: digest failed: the registrar does not take the password; check username and password")
                    .doesNotContain("wrong");
            assertThat(kamailio.log()).doesNotContain("expires 600");
        }
        String nobody = "to: 'sip:127.0.0.1:" + LeasedPorts.listener() + ";transport=tcp'";
        assertThat(check(nobody, 1))
                .contains(
                        ": nothing listens at 127.0.0.1:",
                        " for tcp (connection refused); check host, port and transport");
        assertThat(check("to: 'sips:127.0.0.1'", 78)).contains("needs a listener of tls");
    }
}
