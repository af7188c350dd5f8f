package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** One server that registers a thousand lines, each with a password of its own, and keeps them. */
@Tag("CARD-08")
class ManyRegistrationsSystemTest {
    private static final int LINES = 1_000;
    private static final int EXPIRES_S = 30;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    @Test
    void shouldKeepAThousandRegistrationsAndTakeThemBack() throws Exception {
        try (UdpRegistrar registrar = new UdpRegistrar(EXPIRES_S)) {
            String trunks = IntStream.range(0, LINES)
                    .mapToObj(line ->
                            ("    - {name: line%d, to: 'sip:127.0.0.1:%d', username: '49%04d', password: secret%d, "
                                            + "from-domain: sip.test, register: true, options-interval: 0s}")
                                    .formatted(line, registrar.port(), line, line))
                    .collect(Collectors.joining("\n"));
            String yaml =
                    """
                    sip:
                      port: 0
                      trunks:
                    %s
                    http: {port: 0}
                    rtp: {ports: %s}
                    limits: {max-calls: 10}
                    engines: {mock: {type: mock}}
                    agents:
                      desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                    """
                            .formatted(trunks, LeasedPorts.server(10));
            try (ServerProcess server = ServerProcess.startConfigured(folder, yaml)) {
                ServerProcess.awaitOrFail("all lines", 60, () -> registrar.granted(1) == LINES);
                ServerProcess.awaitOrFail("a refresh of each", 90, () -> registrar.granted(2) == LINES);
                assertThat(registrar.lapses())
                        .as("registrations that were over before they were renewed")
                        .isZero();
                assertThat(registrar.registered()).isEqualTo(LINES);
                assertThat(server.metric("sidetone_trunk_registered")).isEqualTo(LINES);
                server.assertUnharmed();
            }
            assertThat(registrar.registered())
                    .as("registrations after the server has stopped")
                    .isZero();
        }
    }
}
