package io.sidetone.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command of docs/benchmarks.md, on the JAR that was packaged. What it measures is not judged here. */
class BenchCommandSystemTest {
    @TempDir
    private Path folder;

    @Test
    @Tag("CARD-07")
    @Tag("CARD-07.a")
    @Tag("CARD-07.b")
    @Tag("CARD-10")
    @Tag("CARD-10.a")
    void shouldMeasureAndReportWithOneCommand() throws Exception {
        String said = BenchScript.run(
                folder,
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
                "speakingCalls=4");
        assertThat(said)
                .contains("InterruptionBench.commitUntilFenceIsSeen")
                .containsPattern("interruptions: [1-9]")
                .contains("stale frames: 0")
                .containsPattern("from due time, µs: p50 [0-9.]+")
                .containsPattern("control: wake-up lateness, µs: p50 [0-9.]+")
                .containsPattern("a bare wake-up was .* as late at p99")
                .contains("results  ");
        assertThat(BenchScript.root().resolve("bench/target/bench/results.json"))
                .content()
                .contains("commitUntilFenceIsSeen");
    }
}
