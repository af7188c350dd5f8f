package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code java -jar} on every JVM that is installed: whoever starts the server sees what it says, and nothing of the JVM. */
class JvmWarningsSystemTest {
    private static final long LIMIT_S = 60;

    static List<Path> machines() throws IOException {
        List<Path> machines = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
        Path installed = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(installed)) {
            try (Stream<Path> all = Files.list(installed)) {
                all.filter(each -> !Files.isSymbolicLink(each) && Files.isExecutable(each.resolve("bin/java")))
                        .forEach(machines::add);
            }
        }
        return machines;
    }

    @ParameterizedTest
    @MethodSource("machines")
    void shouldStartWithoutAWarningOfTheJvm(Path machine, @TempDir Path folder) throws Exception {
        Path config = Files.writeString(
                folder.resolve("sidetone.yaml"),
                """
                sip: {port: 0}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 2}
                store: {dir: '%s'}
                engines: {mock: {type: mock}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """
                        .formatted(LeasedPorts.server(2), folder.resolve("calls")));
        Path said = folder.resolve("said");
        Process server = new ProcessBuilder(
                        machine.resolve("bin/java").toString(),
                        "-jar",
                        ServerProcess.jar().toString(),
                        "serve",
                        "-c",
                        config.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            for (int i = 0; i < LIMIT_S * 50 && !Files.readString(said).lines().anyMatch("ready"::equals); i++) {
                assertThat(server.isAlive()).as(Files.readString(said)).isTrue();
                Thread.sleep(20);
            }
            server.destroy();
            assertThat(server.waitFor(LIMIT_S, TimeUnit.SECONDS)).isTrue();
        } finally {
            server.destroyForcibly();
        }
        assertThat(Files.readString(said)).contains("ready").doesNotContain("WARNING:");
    }
}
