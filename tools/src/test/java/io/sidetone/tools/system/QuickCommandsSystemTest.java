package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that serve nothing load no server and no logging: that takes most of a second. */
class QuickCommandsSystemTest {
    private static final List<String> SLOW =
            List.of("io.sidetone.server.boot.", "org.apache.logging.", "io.netty.", "io.micrometer.");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"version", "--help", "call --help", "print-config -c CONFIG", "check-config CONFIG"})
    void shouldLoadNoServerWhenTheCommandServesNothing(String command) throws Exception {
        Path config = Files.writeString(
                folder.resolve("sidetone.yaml"),
                """
                engines: {mock: {type: mock}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """);
        Path loaded = folder.resolve("classes.log");
        Path output = folder.resolve("output.log");
        List<String> arguments = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:file=" + loaded,
                "-jar",
                ServerProcess.jar().toString()));
        arguments.addAll(List.of(command.replace("CONFIG", config.toString()).split(" ")));
        Process process = new ProcessBuilder(arguments)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        assertThat(ended).as("%s ended", command).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        assertThat(Files.readAllLines(loaded))
                .anyMatch(line -> line.contains("io.sidetone.tools.Main"))
                .noneMatch(line -> SLOW.stream().anyMatch(line::contains));
    }
}
