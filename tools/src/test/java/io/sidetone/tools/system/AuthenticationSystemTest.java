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
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers without fixed addresses, who have to show a password: baresip and sipp. */
@Tag("CARD-08")
@Execution(ExecutionMode.CONCURRENT)
class AuthenticationSystemTest {
    private static final int RATE_HZ = 8_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private ServerProcess server(String algorithms) throws Exception {
        return ServerProcess.startConfigured(
                folder,
                """
                sip:
                  port: 0
                  digest-algorithms: %s
                  trunks: [{name: roaming, username: roaming, password: correct-horse}]
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(algorithms, LeasedPorts.server(10)));
    }

    private static double authentications(ServerProcess server, String outcome)
            throws IOException, InterruptedException {
        return server.metric("sidetone_sip_authentications_total", "\"" + outcome + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"u1", "t1"})
    void shouldTakeTheCallsOfSippWithThePassword(String transport) throws Exception {
        try (ServerProcess server = server("[MD5]")) {
            new Sipp(folder, server)
                    .run(
                            "authenticated.xml",
                            "desk",
                            5,
                            "-t",
                            transport,
                            "-au",
                            "roaming",
                            "-ap",
                            "correct-horse",
                            "-auth_uri",
                            "desk@" + server.sip());
            server.awaitIdle();
            assertThat(authentications(server, "accepted")).isEqualTo(5);
            assertThat(server.metric("sidetone_calls_ended_total")).isEqualTo(5);
            server.assertUnharmed();
        }
    }

    @Test
    void shouldTakeTheCallOfBaresipWithThePassword() throws Exception {
        Baresip baresip = new Baresip(folder, RATE_HZ, "g711", "PCMU/8000/1", null);
        baresip.authenticates("roaming", "correct-horse");
        try (ServerProcess server = server("[MD5]")) {
            Process calling = baresip.dial("sip:desk@" + server.sip(), 30);
            try {
                server.awaitCall("");
            } finally {
                Baresip.hangUp(calling);
            }
            server.awaitIdle();
            assertThat(authentications(server, "accepted")).isEqualTo(1);
            assertThat(authentications(server, "challenged")).isEqualTo(1);
            server.assertUnharmed();
        }
    }

    @Test
    void shouldTakeTheCallOfOurPhoneByTheStrongerHash() throws Exception {
        try (ServerProcess server = server("[SHA-256, MD5]")) {
            Path output = folder.resolve("call.out");
            Path password = Files.writeString(folder.resolve("password"), "correct-horse\n");
            Process call = ServerProcess.launch(
                    output,
                    "call",
                    "sip:desk@" + server.sip(),
                    "--user",
                    "roaming",
                    "--password-file",
                    password.toString());
            assertThat(call.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(call.exitValue()).as(Files.readString(output)).isZero();
            server.awaitIdle();
            assertThat(authentications(server, "accepted")).isEqualTo(1);
            server.assertUnharmed();
        }
    }

    @Test
    void shouldTakeNoCallWithAWrongPassword() throws Exception {
        Baresip baresip = new Baresip(folder, RATE_HZ, "g711", "PCMU/8000/1", null);
        baresip.authenticates("roaming", "wrong");
        try (ServerProcess server = server("[MD5]")) {
            Process calling = baresip.dial("sip:desk@" + server.sip(), 30);
            try {
                server.await(
                        "a wrong password",
                        20,
                        () -> ServerProcess.quietly(() -> authentications(server, "failed")) > 0);
            } finally {
                Baresip.hangUp(calling);
            }
            assertThat(authentications(server, "accepted")).isZero();
            assertThat(server.metric("sidetone_calls_active")).isZero();
            server.assertUnharmed();
        }
    }
}
