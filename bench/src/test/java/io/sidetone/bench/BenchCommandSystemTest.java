package io.sidetone.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command of docs/benchmarks.md, on the JAR that was packaged. What it measures is not judged here. */
class BenchCommandSystemTest {
    private static final long LIMIT_S = 180;

    @TempDir
    private Path folder;

    @Test
    @Tag("CARD-07")
    @Tag("CARD-07.a")
    @Tag("CARD-07.b")
    @Tag("CARD-10")
    @Tag("CARD-10.a")
    void shouldMeasureAndReportWithOneCommand() throws Exception {
        Path root = Path.of(System.getProperty("sidetone.root"));
        Path output = folder.resolve("output");
        ProcessBuilder command = new ProcessBuilder(
                        root.resolve("scripts/bench").toString(),
                        "interruption",
                        "--forks",
                        "1",
                        "--warmup",
                        "0",
                        "--iterations",
                        "1",
                        "--seconds",
                        "1",
                        "-p",
                        "otherCalls=5",
                        "-p",
                        "speakingCalls=4")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        command.environment().put("SIDETONE_JAVA", System.getProperty("java.home") + "/bin/java");
        Process process = command.start();
        boolean ended = process.waitFor(LIMIT_S, TimeUnit.SECONDS);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String said = Files.readString(output);
        assertThat(ended).as("ended within %d s:\n%s", LIMIT_S, said).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        assertThat(said)
                .contains("InterruptionBench.commitUntilFenceIsSeen")
                .containsPattern("interruptions: [1-9]")
                .contains("stale frames: 0")
                .containsPattern("from due time, µs: p50 [0-9.]+")
                .containsPattern("control: wake-up lateness, µs: p50 [0-9.]+")
                .containsPattern("a bare wake-up was .* as late at p99")
                .contains("results  ");
        assertThat(root.resolve("bench/target/bench/results.json")).content().contains("commitUntilFenceIsSeen");
    }
}
